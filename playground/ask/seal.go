package ask

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// A Key seals requestState. Keep it secret: who has it can forge answers.
type Key [32]byte

// Keys are the key that seals and the one that sealed before it. State sealed
// with either is accepted, so that keys can change without breaking a question
// that is on somebody's screen.
type Keys struct {
	Current  Key
	Previous *Key
}

// maxState bounds a requestState, in bytes as sent. Answers are forms that a
// person filled in and lists of roots; nothing honest comes near.
const maxState = 256 << 10

// stateVersion is the first byte of a sealed state, so that the format can
// change.
const stateVersion = 1

var errState = errors.New("requestState is damaged, forged or from another server")

// flow is what a requestState says: whose call it is and what has been answered.
// Everything that makes one call another call is in it, and all of it is checked
// when it comes back (mcp-rules C2.10).
type flow struct {
	ID        string            `json:"i"` // unguessable; the same in each round of a call
	Principal string            `json:"p"`
	Tool      string            `json:"t"`
	Args      [sha256.Size]byte `json:"a"` // digest of the arguments
	Began     int64             `json:"b"` // Unix seconds of the first round
	Answers   []recorded        `json:"r"`
	Asked     []asked           `json:"q"` // what this round waits for

	Kept map[string]json.RawMessage `json:"k,omitempty"` // see Keep
}

// asked is a question that is out.
type asked struct {
	Key    string            `json:"k"`
	Kind   Kind              `json:"n"`
	Digest [sha256.Size]byte `json:"d"` // of the question as asked
}

// recorded is a question with its answer.
type recorded struct {
	asked
	Answer json.RawMessage `json:"v"` // Answer or []roots.Entry
}

// seal encrypts and authenticates f: a client can neither read nor change it.
func (k Keys) seal(f *flow, random io.Reader) (string, error) {
	plain, err := json.Marshal(f)
	if err != nil {
		return "", fmt.Errorf("sealing requestState: %w", err)
	}
	aead, err := k.Current.aead()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	if _, err := io.ReadFull(random, nonce); err != nil {
		return "", fmt.Errorf("sealing requestState: %w", err)
	}
	out := append([]byte{stateVersion}, nonce...)
	out = aead.Seal(out, nonce, plain, out[:1])
	state := base64.RawURLEncoding.EncodeToString(out)
	if len(state) > maxState {
		return "", fmt.Errorf("sealing requestState: %d bytes, more than the %d allowed", len(state), maxState)
	}
	return state, nil
}

// open reverses seal. It says nothing about why a state is refused beyond
// errState.
func (k Keys) open(state string) (*flow, error) {
	if len(state) > maxState {
		return nil, errState
	}
	// A second spelling of the same bytes is a forgery too: Strict refuses stray
	// bits, but not line breaks.
	data, err := base64.RawURLEncoding.Strict().DecodeString(state)
	if err != nil || strings.ContainsAny(state, "\r\n") || len(data) == 0 || data[0] != stateVersion {
		return nil, errState
	}
	keys := []*Key{&k.Current, k.Previous}
	for _, key := range keys {
		if key == nil {
			continue
		}
		aead, err := key.aead()
		if err != nil {
			return nil, err
		}
		if len(data) < 1+aead.NonceSize() {
			return nil, errState
		}
		nonce, sealed := data[1:1+aead.NonceSize()], data[1+aead.NonceSize():]
		plain, err := aead.Open(nil, nonce, sealed, data[:1])
		if err != nil {
			continue
		}
		f := new(flow)
		if err := json.Unmarshal(plain, f); err != nil {
			return nil, errState
		}
		return f, nil
	}
	return nil, errState
}

func (k *Key) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// belongs reports why f is not the state of this call at this time, or nil.
func (f *flow) belongs(principal, tool string, args [sha256.Size]byte, now time.Time, ttl time.Duration) error {
	switch {
	case f.Principal != principal:
		return errState // to another principal it is as good as forged
	case f.Tool != tool:
		return fmt.Errorf("requestState belongs to another tool")
	case f.Args != args:
		return fmt.Errorf("requestState belongs to a call with other arguments")
	case now.Sub(time.Unix(f.Began, 0)) > ttl:
		return fmt.Errorf("requestState has expired after %s; call the tool again", ttl)
	case now.Sub(time.Unix(f.Began, 0)) < -time.Minute:
		return errState // from the future: not ours
	}
	return nil
}
