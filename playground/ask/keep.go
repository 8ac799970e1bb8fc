package ask

import (
	"encoding/json"
	"fmt"
)

// Keep returns what first returned in the first round of this call that came
// here, and calls it only then. A body that runs again with an answer goes on
// from what the person was shown, and can tell what has changed since; without,
// it would compare the world with itself.
//
// The value travels in the sealed requestState, as JSON: the client can neither
// read nor change it. The key names it among those of this body. An error of
// first is returned as it is and nothing is kept.
func Keep[T any](q *Q, key string, first func() (T, error)) (T, error) {
	var v T
	if raw, ok := q.flow.Kept[key]; ok {
		err := json.Unmarshal(raw, &v)
		return v, err
	}
	v, err := first()
	if err != nil {
		return v, err
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return v, fmt.Errorf("keeping %q: %w", key, err)
	}
	if q.flow.Kept == nil {
		q.flow.Kept = map[string]json.RawMessage{}
	}
	q.flow.Kept[key] = raw
	return v, nil
}
