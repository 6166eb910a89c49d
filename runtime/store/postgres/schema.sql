-- The tables of a bpmngen store, version 1. All of them begin with bpmngen_, so
-- that they may stand beside a service's own.
CREATE TABLE IF NOT EXISTS bpmngen_schema (
	version bigint PRIMARY KEY
);
INSERT INTO bpmngen_schema (version) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM bpmngen_schema);
CREATE SEQUENCE IF NOT EXISTS bpmngen_lease;
CREATE SEQUENCE IF NOT EXISTS bpmngen_order;
CREATE SEQUENCE IF NOT EXISTS bpmngen_letter;

CREATE TABLE IF NOT EXISTS bpmngen_leases (
	number bigint PRIMARY KEY,
	name   text     NOT NULL,
	until  bigint   NOT NULL -- nanoseconds of Unix time
);

CREATE TABLE IF NOT EXISTS bpmngen_instances (
	id           bigint PRIMARY KEY,
	revision     bigint   NOT NULL,
	owner        bigint   NOT NULL, -- the number of a lease, 0: nobody
	process      text     NOT NULL,
	version      bigint   NOT NULL,
	fingerprint  text     NOT NULL,
	status       bigint   NOT NULL, -- 0 active, 1 suspended, 2 completed, 3 terminated, 4 failed
	busy         boolean  NOT NULL, -- has work in progress
	due          bigint   NOT NULL, -- its next timer, nanoseconds of Unix time, 0: none
	parent       bigint   NOT NULL,
	business_key bytea    NOT NULL,
	started      bigint   NOT NULL,
	updated      bigint   NOT NULL,
	ended        bigint   NOT NULL,
	nodes        text     NOT NULL, -- JSON, '': none
	incidents    text     NOT NULL, -- JSON, '': none
	checkpoint   bytea    NOT NULL
);
CREATE INDEX IF NOT EXISTS bpmngen_busy ON bpmngen_instances (id) WHERE busy;
CREATE INDEX IF NOT EXISTS bpmngen_due ON bpmngen_instances (due) WHERE due > 0;
CREATE INDEX IF NOT EXISTS bpmngen_process ON bpmngen_instances (process, id);
CREATE INDEX IF NOT EXISTS bpmngen_business ON bpmngen_instances (business_key) WHERE business_key <> ''::bytea;
CREATE INDEX IF NOT EXISTS bpmngen_parent ON bpmngen_instances (parent) WHERE parent <> 0;
CREATE INDEX IF NOT EXISTS bpmngen_incident ON bpmngen_instances (id) WHERE incidents <> '';
CREATE INDEX IF NOT EXISTS bpmngen_ended ON bpmngen_instances (ended) WHERE status >= 2;

CREATE TABLE IF NOT EXISTS bpmngen_waits (
	instance bigint   NOT NULL,
	tag      bigint   NOT NULL,
	how      bigint   NOT NULL, -- 0 a message with its key, or without one; 1 with any key; 2 a signal
	name     text     NOT NULL,
	key      bytea    NOT NULL,
	keyed    boolean  NOT NULL,
	process  text     NOT NULL,
	ord      bigint   NOT NULL, -- of arming
	PRIMARY KEY (instance, tag)
);
CREATE INDEX IF NOT EXISTS bpmngen_waiting ON bpmngen_waits (how, name, key, keyed, ord);

CREATE TABLE IF NOT EXISTS bpmngen_letters (
	seq       bigint PRIMARY KEY,
	recipient bigint   NOT NULL, -- an instance, 0: it starts one
	kind      bigint   NOT NULL,
	process   text     NOT NULL,
	tag       bigint   NOT NULL,
	name      text     NOT NULL,
	key       bytea    NOT NULL,
	keyed     boolean  NOT NULL,
	id        bytea    NOT NULL,
	payload   bytea,
	ord       bigint   NOT NULL,
	expires   bigint   NOT NULL,
	ttl       bigint   NOT NULL,
	owns      text     NOT NULL,
	body      bytea,
	lease     bigint   NOT NULL -- that was told of it, 0: none
);
CREATE INDEX IF NOT EXISTS bpmngen_recipient ON bpmngen_letters (recipient, seq);

CREATE TABLE IF NOT EXISTS bpmngen_messages (
	ord     bigint PRIMARY KEY,
	name    text     NOT NULL,
	key     bytea    NOT NULL,
	keyed   boolean  NOT NULL,
	id      bytea    NOT NULL,
	payload bytea,
	expires bigint   NOT NULL,
	ttl     bigint   NOT NULL
);
CREATE INDEX IF NOT EXISTS bpmngen_message ON bpmngen_messages (name, key, keyed, ord);
CREATE INDEX IF NOT EXISTS bpmngen_expires ON bpmngen_messages (expires);

CREATE TABLE IF NOT EXISTS bpmngen_inbox (
	name text PRIMARY KEY,
	n    bigint   NOT NULL -- messages that wait
);

CREATE TABLE IF NOT EXISTS bpmngen_ids (
	name    text     NOT NULL,
	id      bytea    NOT NULL,
	expires bigint   NOT NULL,
	PRIMARY KEY (name, id)
);
CREATE INDEX IF NOT EXISTS bpmngen_id_expires ON bpmngen_ids (expires);

CREATE TABLE IF NOT EXISTS bpmngen_keys (
	process  text     NOT NULL,
	key      bytea    NOT NULL,
	instance bigint   NOT NULL, -- 0: it is on its way
	PRIMARY KEY (process, key)
);
CREATE INDEX IF NOT EXISTS bpmngen_owner ON bpmngen_keys (instance);

CREATE TABLE IF NOT EXISTS bpmngen_starts (
	message text PRIMARY KEY,
	process text NOT NULL
);
