package sqlrows

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/runtime/store"
	"github.com/bpmngen/bpmngen/runtime/store/internal/rules"
)

// Load reads records by their ids, with what they wait for and own.
func Load(tx Tx, d *Dialect, ids []store.ID) (all []store.Record) {
	if len(ids) == 0 {
		return nil
	}
	numbers := make([]int64, len(ids))
	for i, id := range ids {
		numbers[i] = int64(id)
	}
	list := []any{d.Numbers(numbers)}
	at := map[store.ID]int{}
	tx.Query(`SELECT `+recordColumns+` FROM bpmngen_instances WHERE `+d.InNumbers("id", "$1")+` ORDER BY id`, list, func(row Row) error {
		rec, err := scanRecord(row)
		at[rec.ID] = len(all)
		all = append(all, rec)
		return err
	})
	tx.Query(`SELECT instance, tag, how, name, key, keyed FROM bpmngen_waits WHERE `+d.InNumbers("instance", "$1")+` ORDER BY ord`, list, func(row Row) error {
		var id, tag int64
		var how int
		var key []byte
		var w store.Wait
		if err := row.Scan(&id, &tag, &how, &w.Name, &key, &w.Keyed); err != nil {
			return err
		}
		w.Tag, w.Key, w.Open = uint64(tag), string(key), how == anyKey
		if how == signal {
			w.Kind = store.SignalWait
		}
		rec := &all[at[store.ID(id)]]
		rec.Waits = append(rec.Waits, w)
		return nil
	})
	tx.Query(`SELECT instance, process, key FROM bpmngen_keys WHERE `+d.InNumbers("instance", "$1")+` ORDER BY process, key`, list, func(row Row) error {
		var id int64
		var process string
		var key []byte
		if err := row.Scan(&id, &process, &key); err != nil {
			return err
		}
		rec := &all[at[store.ID(id)]]
		rec.Keys = append(rec.Keys, store.Key{Process: process, Key: string(key)})
		return nil
	})
	return all
}

// statement is an SQL statement being made.
type statement struct {
	sql  strings.Builder
	args []any
}

// and adds a condition in which each ? is a parameter.
func (s *statement) and(condition string, args ...any) {
	s.sql.WriteString(" AND ")
	for _, a := range args {
		before, after, _ := strings.Cut(condition, "?")
		s.args = append(s.args, a)
		fmt.Fprintf(&s.sql, "%s$%d", before, len(s.args))
		condition = after
	}
	s.sql.WriteString(condition)
}

// Find answers a query.
func Find(tx Tx, d *Dialect, q store.Query) []store.Record {
	var s statement
	s.sql.WriteString(`SELECT id FROM bpmngen_instances WHERE 1 = 1`)
	s.and("id > ?", int64(q.After))
	if q.Process != "" {
		s.and("process = ?", q.Process)
	}
	if q.Fingerprint != "" {
		s.and("fingerprint = ?", q.Fingerprint)
	}
	if len(q.Statuses) > 0 {
		numbers := make([]int64, len(q.Statuses))
		for i, st := range q.Statuses {
			numbers[i] = int64(st)
		}
		s.and(d.InNumbers("status", "?"), d.Numbers(numbers))
	}
	if q.BusinessKey != "" {
		s.and("business_key = ?", []byte(q.BusinessKey))
	}
	if q.Node != "" {
		// A BPMN id is a name of XML: it has no quote and no wildcard but _, which is escaped.
		s.and(`nodes LIKE ? ESCAPE '!'`, `%"`+strings.NewReplacer("!", "!!", "_", "!_", "%", "!%").Replace(q.Node)+`"%`)
	}
	if q.Incidents {
		s.and("incidents <> ''")
	}
	if q.Parent != 0 {
		s.and("parent = ?", int64(q.Parent))
	}
	if q.StartedFrom != 0 {
		s.and("started >= ?", q.StartedFrom)
	}
	if q.StartedBefore != 0 {
		s.and("started < ?", q.StartedBefore)
	}
	if q.Limit == 0 {
		q.Limit = 100
	}
	fmt.Fprintf(&s.sql, " ORDER BY id LIMIT %d", q.Limit)
	return Load(tx, d, ids(tx, s.sql.String(), s.args))
}

func ids(tx Tx, sql string, args []any) (all []store.ID) {
	tx.Query(sql, args, func(row Row) error {
		var id int64
		err := row.Scan(&id)
		all = append(all, store.ID(id))
		return err
	})
	return all
}

// Claim takes for a lease what is nobody's; leases that lapsed are gone already.
func Claim(tx Tx, d *Dialect, lease uint64, want store.Want) (c store.Claimed) {
	orphans(tx, d, want.Now)
	const runs = `(process || ' ' || fingerprint)`
	var versions, processes []string
	for _, v := range want.Runs {
		versions = append(versions, v.Process+" "+v.Fingerprint)
		processes = append(processes, v.Process)
	}
	if len(versions) == 0 || want.Limit <= 0 {
		return c
	}
	free := func(s *statement, owner string) {
		s.and(`(` + owner + ` = 0 OR ` + owner + ` NOT IN (SELECT number FROM bpmngen_leases))`)
	}
	var s statement
	s.sql.WriteString(`SELECT id FROM bpmngen_instances WHERE status < 2`) // not over
	s.and(d.InTexts(runs, "?"), d.Texts(versions))
	free(&s, "owner")
	if len(want.IDs) > 0 {
		numbers := make([]int64, len(want.IDs))
		for i, id := range want.IDs {
			numbers[i] = int64(id)
		}
		s.and(d.InNumbers("id", "?"), d.Numbers(numbers))
	} else {
		// By the three indexes of what there may be to do, so that those who only wait cost nothing.
		s.and(`id IN (SELECT id FROM bpmngen_instances WHERE busy UNION SELECT id FROM bpmngen_instances WHERE due > 0 AND due <= ?
			UNION SELECT recipient FROM bpmngen_letters WHERE recipient <> 0)`, want.Now)
	}
	fmt.Fprintf(&s.sql, " ORDER BY id LIMIT %d%s", want.Limit, d.Skip)
	taken := ids(tx, s.sql.String(), s.args)
	if len(taken) > 0 {
		numbers := make([]int64, len(taken))
		for i, id := range taken {
			numbers[i] = int64(id)
		}
		tx.Exec(`UPDATE bpmngen_instances SET owner = $2 WHERE `+d.InNumbers("id", "$1"), d.Numbers(numbers), int64(lease))
		c.Records = Load(tx, d, taken)
	}
	var l statement
	l.sql.WriteString(`SELECT ` + letterColumns + ` FROM bpmngen_letters WHERE recipient = 0`)
	l.and(d.InTexts("process", "?"), d.Texts(processes))
	free(&l, "lease")
	fmt.Fprintf(&l.sql, " ORDER BY seq LIMIT %d%s", want.Limit, d.Skip)
	var numbers []int64
	tx.Query(l.sql.String(), l.args, func(row Row) error {
		x, err := ScanLetter(row)
		c.Starts = append(c.Starts, x)
		numbers = append(numbers, int64(x.Seq))
		return err
	})
	if len(numbers) > 0 {
		tx.Exec(`UPDATE bpmngen_letters SET lease = $2 WHERE `+d.InNumbers("seq", "$1"), d.Numbers(numbers), int64(lease))
	}
	return c
}

// orphans finds new receivers for the messages of letters that came while their
// receiver ended.
func orphans(tx Tx, d *Dialect, now int64) {
	if d.Skip == "" {
		return // nothing is written while a transaction is
	}
	var all []store.Letter
	tx.Query(`SELECT `+letterColumns+` FROM bpmngen_letters l WHERE recipient <> 0 AND NOT EXISTS (
		SELECT 1 FROM bpmngen_instances i WHERE i.id = l.recipient AND i.status < 2) ORDER BY seq LIMIT 100`+d.Skip, nil, func(row Row) error {
		l, err := ScanLetter(row)
		all = append(all, l)
		return err
	})
	if len(all) > 0 {
		rules.Orphans(New(tx, d), all, now)
	}
}

// Letters are those that are a lease's to take.
func Letters(tx Tx, d *Dialect, lease uint64, limit int, again bool) (all []store.Letter) {
	columns := "l." + strings.ReplaceAll(letterColumns, ", ", ", l.")
	told := ` AND l.lease <> $1`
	if again {
		told = ` UNION ALL SELECT ` + columns + ` FROM bpmngen_letters l WHERE l.recipient = 0 AND l.lease = $1`
	}
	var numbers []int64
	tx.Query(`SELECT `+columns+` FROM bpmngen_letters l JOIN bpmngen_instances i ON i.id = l.recipient WHERE i.owner = $1`+told+` ORDER BY 1 LIMIT $2`,
		[]any{int64(lease), limit}, func(row Row) error {
			l, err := ScanLetter(row)
			all = append(all, l)
			numbers = append(numbers, int64(l.Seq))
			return err
		})
	if len(all) > 0 {
		tx.Exec(`UPDATE bpmngen_letters SET lease = $2 WHERE `+d.InNumbers("seq", "$1"), d.Numbers(numbers), int64(lease))
	}
	return all
}

// Expire drops messages whose time has passed.
func (r *Rows) Expire(now int64, limit int) (gone []store.Message) {
	r.tx.Query(`SELECT `+messageColumns+` FROM bpmngen_messages WHERE expires <= $1 ORDER BY ord LIMIT $2`+r.d.Update, []any{now, limit}, func(row Row) error {
		m, err := ScanMessage(row)
		gone = append(gone, m)
		return err
	})
	for i := range gone {
		r.DropMessage(gone[i].Order)
	}
	r.tx.Exec(`DELETE FROM bpmngen_ids WHERE expires <= $1`, now)
	return gone
}

// Prune deletes instances that ended long ago.
func Prune(tx Tx, d *Dialect, before int64, limit int) int {
	old := ids(tx, `SELECT id FROM bpmngen_instances WHERE status >= 2 AND ended < $1 ORDER BY ended LIMIT $2`+d.Update, []any{before, limit})
	numbers := make([]int64, len(old))
	for i, id := range old {
		numbers[i] = int64(id)
	}
	slices.Sort(numbers)
	if len(numbers) > 0 {
		tx.Exec(`DELETE FROM bpmngen_instances WHERE `+d.InNumbers("id", "$1"), d.Numbers(numbers))
	}
	return len(old)
}

// Inbox is how many messages of a name wait.
func Inbox(tx Tx, name string) (n int) {
	tx.Query(`SELECT n FROM bpmngen_inbox WHERE name = $1`, []any{name}, func(row Row) error { return row.Scan(&n) })
	return n
}
