-- The tables of a bpmngen store, version 1. All of them begin with bpmngen_, so
-- that they may stand beside a service's own.
CREATE TABLE IF NOT EXISTS bpmngen_counters (
	name TEXT PRIMARY KEY,
	n    INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO bpmngen_counters (name, n) VALUES ('schema', 1), ('lease', 0), ('order', 0), ('letter', 0) ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS bpmngen_leases (
	number INTEGER PRIMARY KEY,
	name   TEXT    NOT NULL,
	until  INTEGER NOT NULL -- nanoseconds of Unix time
);

CREATE TABLE IF NOT EXISTS bpmngen_instances (
	id           INTEGER PRIMARY KEY,
	revision     INTEGER NOT NULL,
	owner        INTEGER NOT NULL, -- the number of a lease, 0: nobody
	process      TEXT    NOT NULL,
	version      INTEGER NOT NULL,
	fingerprint  TEXT    NOT NULL,
	status       INTEGER NOT NULL, -- 0 active, 1 suspended, 2 completed, 3 terminated, 4 failed
	busy         BOOLEAN NOT NULL, -- has work in progress
	due          INTEGER NOT NULL, -- its next timer, nanoseconds of Unix time, 0: none
	parent       INTEGER NOT NULL,
	business_key BLOB    NOT NULL,
	started      INTEGER NOT NULL,
	updated      INTEGER NOT NULL,
	ended        INTEGER NOT NULL,
	nodes        TEXT    NOT NULL, -- JSON, '': none
	incidents    TEXT    NOT NULL, -- JSON, '': none
	checkpoint   BLOB    NOT NULL
);
CREATE INDEX IF NOT EXISTS bpmngen_busy ON bpmngen_instances (id) WHERE busy;
CREATE INDEX IF NOT EXISTS bpmngen_due ON bpmngen_instances (due) WHERE due > 0;
CREATE INDEX IF NOT EXISTS bpmngen_process ON bpmngen_instances (process, id);
CREATE INDEX IF NOT EXISTS bpmngen_business ON bpmngen_instances (business_key) WHERE business_key <> X'';
CREATE INDEX IF NOT EXISTS bpmngen_parent ON bpmngen_instances (parent) WHERE parent <> 0;
CREATE INDEX IF NOT EXISTS bpmngen_incident ON bpmngen_instances (id) WHERE incidents <> '';
CREATE INDEX IF NOT EXISTS bpmngen_ended ON bpmngen_instances (ended) WHERE status >= 2;

CREATE TABLE IF NOT EXISTS bpmngen_waits (
	instance INTEGER NOT NULL,
	tag      INTEGER NOT NULL,
	how      INTEGER NOT NULL, -- 0 a message with its key, or without one; 1 with any key; 2 a signal
	name     TEXT    NOT NULL,
	key      BLOB    NOT NULL,
	keyed    BOOLEAN NOT NULL,
	process  TEXT    NOT NULL,
	ord      INTEGER NOT NULL, -- of arming
	PRIMARY KEY (instance, tag)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bpmngen_waiting ON bpmngen_waits (how, name, key, keyed, ord);

CREATE TABLE IF NOT EXISTS bpmngen_letters (
	seq       INTEGER PRIMARY KEY,
	recipient INTEGER NOT NULL, -- an instance, 0: it starts one
	kind      INTEGER NOT NULL,
	process   TEXT    NOT NULL,
	tag       INTEGER NOT NULL,
	name      TEXT    NOT NULL,
	key       BLOB    NOT NULL,
	keyed     BOOLEAN NOT NULL,
	id        BLOB    NOT NULL,
	payload   BLOB,
	ord       INTEGER NOT NULL,
	expires   INTEGER NOT NULL,
	ttl       INTEGER NOT NULL,
	owns      TEXT    NOT NULL,
	body      BLOB,
	lease     INTEGER NOT NULL -- that was told of it, 0: none
);
CREATE INDEX IF NOT EXISTS bpmngen_recipient ON bpmngen_letters (recipient, seq);

CREATE TABLE IF NOT EXISTS bpmngen_messages (
	ord     INTEGER PRIMARY KEY,
	name    TEXT    NOT NULL,
	key     BLOB    NOT NULL,
	keyed   BOOLEAN NOT NULL,
	id      BLOB    NOT NULL,
	payload BLOB,
	expires INTEGER NOT NULL,
	ttl     INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS bpmngen_message ON bpmngen_messages (name, key, keyed, ord);
CREATE INDEX IF NOT EXISTS bpmngen_expires ON bpmngen_messages (expires);

CREATE TABLE IF NOT EXISTS bpmngen_inbox (
	name TEXT PRIMARY KEY,
	n    INTEGER NOT NULL -- messages that wait
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS bpmngen_ids (
	name    TEXT    NOT NULL,
	id      BLOB    NOT NULL,
	expires INTEGER NOT NULL,
	PRIMARY KEY (name, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bpmngen_id_expires ON bpmngen_ids (expires);

CREATE TABLE IF NOT EXISTS bpmngen_keys (
	process  TEXT    NOT NULL,
	key      BLOB    NOT NULL,
	instance INTEGER NOT NULL, -- 0: it is on its way
	PRIMARY KEY (process, key)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bpmngen_owner ON bpmngen_keys (instance);

CREATE TABLE IF NOT EXISTS bpmngen_starts (
	message TEXT PRIMARY KEY,
	process TEXT NOT NULL
) WITHOUT ROWID;
