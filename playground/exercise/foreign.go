package exercise

import (
	"errors"
	"fmt"
)

// foreign is the requestState that another server of the same program gives for
// the requests before the one that is sent once more. A server must not take it
// for one of its own: whoever has the program could make it. Nothing of this is
// in the record.
func (d *driver) foreign(r *run, how resending) (state string, err error) {
	place, err := d.place.Another(d.ctx)
	if err != nil {
		return "", fmt.Errorf("starting another server: %w", err)
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	requests, err := r.requestsUpTo(how, place.Top)
	if err != nil {
		return "", err
	}
	session, err := d.stranger(d.ctx, place)
	if err != nil {
		return "", d.why(err)
	}
	defer session.Close()
	for _, p := range requests[:len(requests)-1] {
		p.RequestState = state
		res, err := session.CallTool(d.ctx, &p)
		if err != nil {
			return "", d.why(err)
		}
		state = res.RequestState
	}
	return state, nil
}
