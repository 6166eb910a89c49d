// Package sqlrows is the rows of a store in an SQL database (rules.Rows): one
// set of statements for all of them. What a batch of units is about is read at
// its start with a few statements, and what is written needs no answer, so a
// database behind a network is asked few times a batch.
package sqlrows

import (
	"encoding/json"
	"slices"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/internal/rules"
)

// Tx is a transaction. Parameters are $1, $2, ... The first error is
// remembered, and ends whatever comes after it.
type Tx interface {
	// Exec changes rows. It may be sent later, before the next Query or the commit.
	Exec(sql string, args ...any)
	// Query calls scan for each row.
	Query(sql string, args []any, scan func(row Row) error)
}

// Row is a row of an answer.
type Row interface{ Scan(dest ...any) error }

// Dialect is where databases differ.
type Dialect struct {
	// InNumbers and InTexts are the SQL that says that a column is among the values of a parameter,
	// which Numbers and Texts make.
	InNumbers, InTexts func(column, parameter string) string
	Numbers            func([]int64) any
	Texts              func([]string) any
	// Update ends a SELECT that locks its rows for a change, Skip one that passes
	// over those that are locked; "" where a transaction has the database for itself.
	Update, Skip string
	// Next is the next number of a counter, Order or Letter; never given twice, and
	// above those that were given in transactions that had ended when this one locked what it is about.
	Next func(tx Tx, counter string) uint64
	// Lock locks what is decided about messages of a name and key (rules.Rows); nil:
	// nothing needs to be. Many are locked in the order of a Prepare.
	Lock func(tx Tx, all []Address)
}

// Rows are the rows of one transaction. It is not safe for concurrent use.
type Rows struct {
	tx      Tx
	d       *Dialect
	heads   map[store.ID]*head
	waiting map[string]int // of messages, by name
	names   map[string]bool
}

var _ rules.Rows = (*Rows)(nil)

// head is what the transaction knows of an instance; nil in Rows.heads: there is none.
type head struct {
	rules.Head
	// whole: waits, keys and letters are all that there are.
	whole   bool
	waits   []uint64
	keys    []store.Key
	letters []store.Letter
}

// New are the rows of a transaction.
func New(tx Tx, d *Dialect) *Rows {
	return &Rows{tx: tx, d: d, heads: map[store.ID]*head{}, waiting: map[string]int{}, names: map[string]bool{}}
}

// Prepare implements rules.Rows.
func (r *Rows) Prepare(units []store.Unit) {
	var ids []int64
	var names []string
	var locks []Address
	for i := range units {
		u := &units[i]
		for j := range u.Saves {
			rec := u.Saves[j].Record
			if rec == nil {
				continue
			}
			ids = append(ids, int64(rec.ID))
			for k := range rec.Waits {
				if w := &rec.Waits[k]; w.Kind == store.MessageWait {
					names = append(names, w.Name)
					locks = append(locks, Address{w.Name, w.Key, w.Keyed, w.Open})
				}
			}
		}
		for j := range u.Publishes {
			m := &u.Publishes[j].Message
			names = append(names, m.Name)
			locks = append(locks, Address{m.Name, m.Key, m.Keyed, false})
		}
	}
	if r.d.Lock != nil && len(locks) > 0 {
		r.d.Lock(r.tx, locks)
	}
	r.load(ids)
	r.count(names)
}

// Address is what a message is found by.
type Address struct {
	Name, Key   string
	Keyed, Open bool
}

// Lock implements rules.Rows.
func (r *Rows) Lock(name, key string, keyed bool) {
	if r.d.Lock != nil {
		r.d.Lock(r.tx, []Address{{Name: name, Key: key, Keyed: keyed}})
	}
}

// load reads all about instances that are to be saved, and locks them.
func (r *Rows) load(ids []int64) {
	if len(ids) == 0 {
		return
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	for _, id := range ids {
		r.heads[store.ID(id)] = nil
	}
	list := []any{r.d.Numbers(ids)}
	r.tx.Query(`SELECT id, owner, revision, status FROM bpmngen_instances WHERE `+r.d.InNumbers("id", "$1")+` ORDER BY id`+r.d.Update, list,
		func(row Row) error {
			id, h, err := scanHead(row)
			h.whole = true
			r.heads[id] = h
			return err
		})
	r.tx.Query(`SELECT instance, tag FROM bpmngen_waits WHERE `+r.d.InNumbers("instance", "$1")+` ORDER BY ord`, list, func(row Row) error {
		var id, tag int64
		err := row.Scan(&id, &tag)
		if h := r.heads[store.ID(id)]; h != nil {
			h.waits = append(h.waits, uint64(tag))
		}
		return err
	})
	r.tx.Query(`SELECT instance, process, key FROM bpmngen_keys WHERE `+r.d.InNumbers("instance", "$1"), list, func(row Row) error {
		var id int64
		var process string
		var key []byte
		err := row.Scan(&id, &process, &key)
		if h := r.heads[store.ID(id)]; h != nil {
			h.keys = append(h.keys, store.Key{Process: process, Key: string(key)})
		}
		return err
	})
	r.tx.Query(`SELECT `+letterColumns+` FROM bpmngen_letters WHERE `+r.d.InNumbers("recipient", "$1")+` ORDER BY seq`, list, func(row Row) error {
		l, err := ScanLetter(row)
		if h := r.heads[l.To]; h != nil {
			h.letters = append(h.letters, l)
		}
		return err
	})
}

func scanHead(row Row) (store.ID, *head, error) {
	var id, owner, revision int64
	var status int
	err := row.Scan(&id, &owner, &revision, &status)
	return store.ID(id), &head{Head: rules.Head{Owner: uint64(owner), Revision: uint64(revision), Over: store.Status(status).Over()}}, err
}

// count reads how many messages of these names wait.
func (r *Rows) count(names []string) {
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(n string) bool { return r.names[n] })
	if len(names) == 0 {
		return
	}
	for _, n := range names {
		r.names[n] = true
	}
	r.tx.Query(`SELECT name, n FROM bpmngen_inbox WHERE `+r.d.InTexts("name", "$1"), []any{r.d.Texts(names)}, func(row Row) error {
		var name string
		var n int
		err := row.Scan(&name, &n)
		r.waiting[name] = n
		return err
	})
}

// Head implements rules.Rows. What is asked for beside the saved instances may end
// meanwhile: a letter to such a one is an orphan (rules.Orphans).
func (r *Rows) Head(id store.ID) (rules.Head, bool) {
	h, known := r.heads[id]
	if !known {
		r.tx.Query(`SELECT id, owner, revision, status FROM bpmngen_instances WHERE id = $1`, []any{int64(id)}, func(row Row) (err error) {
			_, h, err = scanHead(row)
			return err
		})
		r.heads[id] = h
	}
	if h == nil {
		return rules.Head{}, false
	}
	return h.Head, true
}

// Put implements rules.Rows.
func (r *Rows) Put(rec *store.Record) {
	h := r.heads[rec.ID]
	isNew := h == nil
	if isNew {
		h = &head{whole: true}
		r.heads[rec.ID] = h
	}
	h.Head = rules.Head{Owner: rec.Owner, Revision: rec.Revision, Over: rec.Status.Over()}
	args := []any{int64(rec.ID), int64(rec.Revision), int64(rec.Owner), rec.Process, rec.Version, rec.Fingerprint, int(rec.Status), rec.Busy, rec.Due,
		int64(rec.Parent), []byte(rec.BusinessKey), rec.Started, rec.Updated, rec.Ended, encode(rec.Nodes), encode(rec.Incidents), nonNil(rec.Checkpoint)}
	if isNew {
		r.tx.Exec(`INSERT INTO bpmngen_instances (`+recordColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`, args...)
		return
	}
	r.tx.Exec(`UPDATE bpmngen_instances SET revision = $2, owner = $3, process = $4, version = $5, fingerprint = $6, status = $7, busy = $8, due = $9,
		parent = $10, business_key = $11, started = $12, updated = $13, ended = $14, nodes = $15, incidents = $16, checkpoint = $17 WHERE id = $1`, args...)
}

// encode is a list as text; what is queried by is never the whole list.
func encode[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	b, _ := json.Marshal(list) // strings and numbers only: it can't fail
	return string(b)
}

func decode[T any](text string) (list []T, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &list)
	}
	return list, err
}

func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Delete implements rules.Rows.
func (r *Rows) Delete(id store.ID) {
	r.tx.Exec(`DELETE FROM bpmngen_instances WHERE id = $1`, int64(id))
	r.heads[id] = nil
}

// NextOrder implements rules.Rows.
func (r *Rows) NextOrder() (order uint64) { return r.d.Next(r.tx, Order) }

// The counters: of messages and waits, and of letters.
const (
	Order  = "order"
	Letter = "letter"
)

const recordColumns = `id, revision, owner, process, version, fingerprint, status, busy, due, parent, business_key, started, updated, ended, nodes, incidents, checkpoint`

// scanRecord reads recordColumns.
func scanRecord(row Row) (rec store.Record, err error) {
	var id, revision, owner, parent int64
	var status int
	var business []byte
	var nodes, incidents string
	if err = row.Scan(&id, &revision, &owner, &rec.Process, &rec.Version, &rec.Fingerprint, &status, &rec.Busy, &rec.Due, &parent, &business,
		&rec.Started, &rec.Updated, &rec.Ended, &nodes, &incidents, &rec.Checkpoint); err != nil {
		return rec, err
	}
	rec.ID, rec.Revision, rec.Owner, rec.Parent = store.ID(id), uint64(revision), uint64(owner), store.ID(parent)
	rec.Status, rec.BusinessKey = store.Status(status), string(business)
	if rec.Nodes, err = decode[string](nodes); err != nil {
		return rec, err
	}
	rec.Incidents, err = decode[store.Incident](incidents)
	return rec, err
}
