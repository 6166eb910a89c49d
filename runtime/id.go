package runtime

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// ID names an instance within its engine; never reused. From high to low: a
// sequence, the instance's slot, its shard.
type ID uint64

const (
	shardBits = 4
	slotBits  = 28
)

func makeID(shard, slot, seq uint32) ID {
	return ID(seq)<<(shardBits+slotBits) | ID(slot)<<shardBits | ID(shard)
}

func (i ID) shard() uint32 { return uint32(i) & (1<<shardBits - 1) }
func (i ID) slot() uint32  { return uint32(i) >> shardBits }
func (i ID) seq() uint32   { return uint32(i >> (shardBits + slotBits)) }

// String is the id in 16 hexadecimal digits.
func (i ID) String() string { return fmt.Sprintf("%016x", uint64(i)) }

// ParseID reads what ID.String wrote.
func ParseID(s string) (ID, error) {
	v, err := strconv.ParseUint(s, 16, 64)
	if err != nil || len(s) != 16 {
		return 0, fmt.Errorf("%q is no instance id: 16 hexadecimal digits are expected", s)
	}
	return ID(v), nil
}

// TaskID names one activation of an activity in an instance: a user task for
// its completion, and every task's idempotency key (S10.4).
type TaskID struct {
	Instance ID
	ref      machine.Ref
}

// String is the id as text.
func (t TaskID) String() string { return fmt.Sprintf("%s-%x", t.Instance, uint64(t.ref)) }

// ParseTaskID reads what TaskID.String wrote.
func ParseTaskID(s string) (TaskID, error) {
	inst, ref, ok := strings.Cut(s, "-")
	id, err := ParseID(inst)
	if err != nil || !ok {
		return TaskID{}, fmt.Errorf("%q is no task id", s)
	}
	v, err := strconv.ParseUint(ref, 16, 64)
	if err != nil {
		return TaskID{}, fmt.Errorf("%q is no task id", s)
	}
	return TaskID{Instance: id, ref: machine.Ref(v)}, nil
}

// MarshalText implements encoding.TextMarshaler.
func (t TaskID) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *TaskID) UnmarshalText(b []byte) error {
	v, err := ParseTaskID(string(b))
	if err == nil {
		*t = v
	}
	return err
}
