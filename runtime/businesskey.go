package runtime

import "context"

type businessKey struct{}

// WithBusinessKey returns a context that gives the instances which are started
// with it that business key: a name that the host's own world has for them. It
// is told by their handles and tasks, and goes to the processes that they call
// where the model passes it on.
func WithBusinessKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, businessKey{}, key)
}

// BusinessKey is the instance's business key, "" where it has none.
func (h AnyHandle) BusinessKey() string { return h.root.instance().businessKey() }

// BusinessKey is the business key of the task's instance, "" where it has none.
func (t Task) BusinessKey() string { return t.inst.businessKey() }

// businessKey is set before the instance starts.
func (i *Instance) businessKey() string {
	if x := i.extra.Load(); x != nil {
		return x.businessKey
	}
	return ""
}

// takeBusinessKey takes the key that a context carries.
func (i *Instance) takeBusinessKey(ctx context.Context) {
	if key, ok := ctx.Value(businessKey{}).(string); ok && key != "" {
		i.more().businessKey = key
	}
}
