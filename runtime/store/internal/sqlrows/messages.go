package sqlrows

import (
	"slices"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/internal/rules"
)

// Waits implements rules.Rows.
func (r *Rows) Waits(id store.ID) []uint64 {
	if h := r.heads[id]; h != nil {
		return slices.Clone(h.waits)
	}
	return nil
}

// How a wait is found.
const (
	exactly = iota // a message with its key, or without one
	anyKey
	signal
)

// AddWait implements rules.Rows.
func (r *Rows) AddWait(id store.ID, process string, w *store.Wait) {
	how := exactly
	switch {
	case w.Kind == store.SignalWait:
		how = signal
	case w.Open:
		how = anyKey
	}
	r.tx.Exec(`INSERT INTO bpmngen_waits (instance, tag, how, name, key, keyed, process, ord) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		int64(id), int64(w.Tag), how, w.Name, []byte(w.Key), w.Keyed, process, int64(r.NextOrder()))
	if h := r.heads[id]; h != nil {
		h.waits = append(h.waits, w.Tag)
	}
}

// DropWait implements rules.Rows.
func (r *Rows) DropWait(id store.ID, tag uint64) bool {
	if h := r.heads[id]; h != nil {
		h.waits = slices.DeleteFunc(h.waits, func(x uint64) bool { return x == tag })
		if h.whole { // it is saved, and nobody asks
			r.tx.Exec(`DELETE FROM bpmngen_waits WHERE instance = $1 AND tag = $2`, int64(id), int64(tag))
			return true
		}
	}
	dropped := false
	r.tx.Query(`DELETE FROM bpmngen_waits WHERE instance = $1 AND tag = $2 RETURNING 1`, []any{int64(id), int64(tag)}, func(row Row) error {
		dropped = true
		var one int
		return row.Scan(&one)
	})
	return dropped
}

// Waiter implements rules.Rows.
func (r *Rows) Waiter(name, key string, keyed bool) (w rules.Waiter, ok bool) {
	if !keyed {
		key = ""
	}
	for _, w := range r.waiters(`how = 0 AND name = $1 AND key = $2 AND keyed = $3 ORDER BY ord LIMIT 1`, name, []byte(key), keyed) {
		return w, true
	}
	return rules.Waiter{}, false
}

// OpenWaiters implements rules.Rows.
func (r *Rows) OpenWaiters(name string) []rules.Waiter {
	return r.waiters(`how = 1 AND name = $1 ORDER BY ord`, name)
}

// Catchers implements rules.Rows.
func (r *Rows) Catchers(name string) []rules.Waiter {
	return r.waiters(`how = 2 AND name = $1 ORDER BY ord`, name)
}

// waiters finds waits.
func (r *Rows) waiters(where string, args ...any) (all []rules.Waiter) {
	r.tx.Query(`SELECT instance, process, tag FROM bpmngen_waits WHERE `+where, args, func(row Row) error {
		var id, tag int64
		var w rules.Waiter
		err := row.Scan(&id, &w.Process, &tag)
		w.Instance, w.Tag = store.ID(id), uint64(tag)
		all = append(all, w)
		return err
	})
	return all
}

const letterColumns = `seq, recipient, kind, process, tag, name, key, keyed, id, payload, ord, expires, ttl, owns, body`

// ScanLetter reads a letter's columns.
func ScanLetter(row Row) (l store.Letter, err error) {
	var seq, to, tag, order int64
	var kind int
	var key, id []byte
	err = row.Scan(&seq, &to, &kind, &l.Process, &tag, &l.Message.Name, &key, &l.Message.Keyed, &id, &l.Message.Payload, &order, &l.Message.Expires, &l.Message.TTL,
		&l.Message.Owns, &l.Body)
	l.Seq, l.To, l.Kind, l.Tag = uint64(seq), store.ID(to), store.LetterKind(kind), uint64(tag)
	l.Message.Key, l.Message.ID, l.Message.Order = string(key), string(id), uint64(order)
	return l, err
}

// Letter implements rules.Rows.
func (r *Rows) Letter(seq uint64) (l store.Letter, ok bool) {
	for _, h := range r.heads {
		if h == nil {
			continue
		}
		if at := slices.IndexFunc(h.letters, func(l store.Letter) bool { return l.Seq == seq }); at >= 0 {
			return h.letters[at], true
		}
	}
	r.tx.Query(`SELECT `+letterColumns+` FROM bpmngen_letters WHERE seq = $1`+r.d.Update, []any{int64(seq)}, func(row Row) (err error) {
		l, err = ScanLetter(row)
		ok = true
		return err
	})
	return l, ok
}

// AddLetter implements rules.Rows.
func (r *Rows) AddLetter(l *store.Letter, lease uint64) {
	l.Seq = r.d.Next(r.tx, Letter)
	m := &l.Message
	r.tx.Exec(`INSERT INTO bpmngen_letters (`+letterColumns+`, lease) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		int64(l.Seq), int64(l.To), int(l.Kind), l.Process, int64(l.Tag), m.Name, []byte(m.Key), m.Keyed, []byte(m.ID), m.Payload, int64(m.Order), m.Expires, m.TTL,
		m.Owns, l.Body, int64(lease))
	if h := r.heads[l.To]; h != nil && h.whole {
		h.letters = append(h.letters, *l)
	}
}

// DropLetter implements rules.Rows.
func (r *Rows) DropLetter(seq uint64) {
	r.tx.Exec(`DELETE FROM bpmngen_letters WHERE seq = $1`, int64(seq))
	for _, h := range r.heads {
		if h != nil {
			h.letters = slices.DeleteFunc(h.letters, func(l store.Letter) bool { return l.Seq == seq })
		}
	}
}

// LettersTo implements rules.Rows.
func (r *Rows) LettersTo(id store.ID) []store.Letter {
	if h := r.heads[id]; h != nil {
		return slices.Clone(h.letters)
	}
	return nil
}

const messageColumns = `ord, name, key, keyed, id, payload, expires, ttl`

// ScanMessage reads a message's columns.
func ScanMessage(row Row) (m store.Message, err error) {
	var order int64
	var key, id []byte
	err = row.Scan(&order, &m.Name, &key, &m.Keyed, &id, &m.Payload, &m.Expires, &m.TTL)
	m.Order, m.Key, m.ID = uint64(order), string(key), string(id)
	return m, err
}

// AddMessage implements rules.Rows.
func (r *Rows) AddMessage(m *store.Message) {
	r.tx.Exec(`INSERT INTO bpmngen_messages (`+messageColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		int64(m.Order), m.Name, []byte(m.Key), m.Keyed, []byte(m.ID), m.Payload, m.Expires, m.TTL)
	r.stock(m.Name, 1)
}

// stock counts the messages of a name that wait.
func (r *Rows) stock(name string, change int) {
	if r.names[name] {
		r.waiting[name] += change
	}
	r.tx.Exec(`INSERT INTO bpmngen_inbox (name, n) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET n = bpmngen_inbox.n + $2`, name, change)
}

// DropMessage implements rules.Rows.
func (r *Rows) DropMessage(order uint64) {
	r.tx.Query(`DELETE FROM bpmngen_messages WHERE ord = $1 RETURNING name`, []any{int64(order)}, func(row Row) error {
		var name string
		if err := row.Scan(&name); err != nil {
			return err
		}
		r.stock(name, -1)
		return nil
	})
}

// Oldest implements rules.Rows.
func (r *Rows) Oldest(name, key string, keyed bool, now int64) (m store.Message, ok bool) {
	if r.Waiting(name) == 0 {
		return m, false
	}
	if !keyed {
		key = ""
	}
	r.tx.Query(`SELECT `+messageColumns+` FROM bpmngen_messages WHERE name = $1 AND key = $2 AND keyed = $3 AND expires > $4 ORDER BY ord LIMIT 1`,
		[]any{name, []byte(key), keyed, now}, func(row Row) (err error) {
			m, err = ScanMessage(row)
			ok = true
			return err
		})
	return m, ok
}

// Inbox implements rules.Rows.
func (r *Rows) Inbox(name string, now int64) (all []store.Message) {
	if r.Waiting(name) == 0 {
		return nil
	}
	r.tx.Query(`SELECT `+messageColumns+` FROM bpmngen_messages WHERE name = $1 AND expires > $2 ORDER BY ord`, []any{name, now}, func(row Row) error {
		m, err := ScanMessage(row)
		all = append(all, m)
		return err
	})
	return all
}

// Waiting implements rules.Rows.
func (r *Rows) Waiting(name string) int {
	r.count([]string{name})
	return r.waiting[name]
}

// Remember implements rules.Rows.
func (r *Rows) Remember(name, id string, expires, now int64) bool {
	if expires == 0 {
		r.tx.Exec(`DELETE FROM bpmngen_ids WHERE name = $1 AND id = $2`, name, []byte(id))
		return true
	}
	fresh := false
	r.tx.Query(`INSERT INTO bpmngen_ids (name, id, expires) VALUES ($1, $2, $3)
		ON CONFLICT (name, id) DO UPDATE SET expires = $3 WHERE bpmngen_ids.expires <= $4 RETURNING 1`, []any{name, []byte(id), expires, now},
		func(row Row) error {
			fresh = true
			var one int
			return row.Scan(&one)
		})
	return fresh
}

// Holder implements rules.Rows.
func (r *Rows) Holder(k store.Key) (id store.ID, ok bool) {
	r.tx.Query(`SELECT instance FROM bpmngen_keys WHERE process = $1 AND key = $2`, []any{k.Process, []byte(k.Key)}, func(row Row) error {
		var n int64
		err := row.Scan(&n)
		id, ok = store.ID(n), true
		return err
	})
	return id, ok
}

// Hold implements rules.Rows.
func (r *Rows) Hold(k store.Key, id store.ID) {
	h := r.heads[id]
	if h != nil && slices.Contains(h.keys, k) {
		return
	}
	r.tx.Exec(`INSERT INTO bpmngen_keys (process, key, instance) VALUES ($1, $2, $3) ON CONFLICT (process, key) DO UPDATE SET instance = $3`,
		k.Process, []byte(k.Key), int64(id))
	if h != nil {
		h.keys = append(h.keys, k)
	}
}

// Unhold implements rules.Rows.
func (r *Rows) Unhold(k store.Key) {
	r.tx.Exec(`DELETE FROM bpmngen_keys WHERE process = $1 AND key = $2`, k.Process, []byte(k.Key))
	for _, h := range r.heads {
		if h != nil {
			h.keys = slices.DeleteFunc(h.keys, func(x store.Key) bool { return x == k })
		}
	}
}

// Held implements rules.Rows.
func (r *Rows) Held(id store.ID) []store.Key {
	if h := r.heads[id]; h != nil {
		return slices.Clone(h.keys)
	}
	return nil
}

// Start implements rules.Rows.
func (r *Rows) Start(name string) (process string) {
	r.tx.Query(`SELECT process FROM bpmngen_starts WHERE message = $1`, []any{name}, func(row Row) error { return row.Scan(&process) })
	return process
}

// SetStart implements rules.Rows.
func (r *Rows) SetStart(name, process string) {
	if process == "" {
		r.tx.Exec(`DELETE FROM bpmngen_starts WHERE message = $1`, name)
		return
	}
	r.tx.Exec(`INSERT INTO bpmngen_starts (message, process) VALUES ($1, $2) ON CONFLICT (message) DO UPDATE SET process = $2`, name, process)
}

// Special implements rules.Rows.
func (r *Rows) Special() (names []string) {
	r.tx.Query(`SELECT message FROM bpmngen_starts UNION SELECT name FROM bpmngen_waits WHERE how = 1`, nil, func(row Row) error {
		var name string
		err := row.Scan(&name)
		names = append(names, name)
		return err
	})
	slices.Sort(names)
	return names
}
