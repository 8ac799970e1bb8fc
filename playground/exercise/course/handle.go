package course

import (
	"context"
	"encoding/json"

	"askback/playground/design"
	"askback/playground/exercise"
	"askback/playground/host"
)

// Handle does what the person wants, and returns at once. Beside the intents of
// the host, and those of [exercise.Attempt], there are
//
//	exercise         name        open the exercise of this id, or close it if there is none
//	exercise-reset               begin the open exercise again
//	receipt                      hand out the receipt of the open exercise as a file, and tell the course
//	submit           form: schema, message   have the design of the open exercise judged
//	check-message    seq         show the message that a check looked at
//	progress-export              hand out the progress as a file
//	progress-import  form: file  add the progress that such a file holds
//	configure        exercise, learner   what the page around the frame wants; see web/EMBED.md
func (c *Course) Handle(in host.Intent) {
	switch in.Action {
	case "exercise":
		c.open(in.Args["name"])
	case "exercise-reset":
		c.beginAgain()
	case "receipt":
		c.handIn()
	case "progress-export":
		c.export()
	case "progress-import":
		c.load(in)
	case "configure":
		c.configure(in.Args)
	case "check-message":
		c.Handle(host.Intent{Action: "message", Args: in.Args})
	case "hint", "choose":
		c.pass(in)
	case "submit":
		c.submit(in)
	default:
		if d := c.designing(); d != nil && design.Takes(in) {
			d.Handle(in)
		} else if a := c.driven(); a != nil {
			a.Handle(in)
		} else {
			c.host.Handle(in)
		}
	}
}

// beginAgain begins the exercise that is open again.
func (c *Course) beginAgain() {
	c.mu.Lock()
	c.last = nil // it is told of as of one that is opened
	c.mu.Unlock()
	c.pass(host.Intent{Action: "reset"})
	if d := c.designing(); d != nil {
		d.Restart()
	}
}

// pass hands an intent to the exercise that is open, if one is.
func (c *Course) pass(in host.Intent) {
	c.mu.Lock()
	a := c.attempt
	c.mu.Unlock()
	if a != nil {
		a.Handle(in)
	}
}

// designing is the designer of the exercise that is open, or nil.
func (c *Course) designing() *design.Designer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.designer
}

// submit has judged what the designer holds.
func (c *Course) submit(in host.Intent) {
	d := c.designing()
	if d == nil {
		return
	}
	d.Handle(host.Intent{Action: "draft", Args: map[string]string{"for": "design"}, Form: in.Form})
	s := d.State()
	c.pass(host.Intent{Action: "submit", Form: [][2]string{{"schema", s.Schema}, {"message", s.Message}}})
}

// driven is the exercise whose host the page drives, or nil.
func (c *Course) driven() *exercise.Attempt {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.attempt == nil || c.pack.Kind != exercise.Drive {
		return nil
	}
	return c.attempt
}

// open opens an exercise in place of the one that is open. Beginning takes a
// moment; until then the page stays as it is.
func (c *Course) open(id string) {
	c.mu.Lock()
	p := c.find(id)
	c.wanted++
	n, learner, early := c.wanted, c.learner, c.packs == nil
	c.failure, c.opening = NoFailure, id
	missing := id != "" && p == nil && !early
	if missing {
		c.failure, c.opening = NoSuch, ""
	}
	c.mu.Unlock()
	c.touch()
	if early || missing {
		return
	}
	c.wg.Go(func() {
		b := c.begin(p, exercise.Options{Learner: learner, Now: c.now})
		if old := c.swap(n, b); old != nil {
			old.Close()
		}
		c.look()
		c.touch()
	})
}

// swap shows what was begun and returns the attempt that is not needed any more: the
// one before, or the fresh one if another was asked for meanwhile.
func (c *Course) swap(n int, b beginning) *exercise.Attempt {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n != c.wanted || c.ctx.Err() != nil {
		return b.attempt
	}
	c.opening, c.failure = "", b.failure
	if b.failure == DidNotBegin {
		return nil
	}
	if b.failure == NotResumed {
		delete(c.kept, b.pack.ID)
	}
	c.note()
	old := c.attempt
	c.leave()
	c.attempt, c.pack, c.designer, c.last = b.attempt, b.pack, nil, nil
	if b.attempt != nil {
		ctx, leave := context.WithCancel(c.ctx)
		c.leave = leave
		c.follow(ctx, b.attempt.Changed())
		if b.pack.Kind == exercise.Design {
			c.beginDesign(ctx, b)
		}
	}
	return old
}

// beginDesign makes the designer of what was begun, until ctx is done. The caller
// holds c.mu.
func (c *Course) beginDesign(ctx context.Context, b beginning) {
	starter := b.pack.StarterDesign()
	d := design.Begin(starter.Message, starter.Schema)
	d.Write(b.message, b.schema)
	d.Wake()
	c.designer = d
	context.AfterFunc(ctx, d.Close)
	c.follow(ctx, d.Changed())
}

// configure does what the page around the frame wants. Another learner begins the
// exercise anew: a receipt belongs to one.
func (c *Course) configure(args map[string]string) {
	c.mu.Lock()
	id := c.opening
	if id == "" && c.pack != nil {
		id = c.pack.ID
	}
	again := args["exercise"] != "" && args["exercise"] != id
	if again {
		id = args["exercise"]
	}
	if learner, ok := args["learner"]; ok && learner != c.learner {
		c.learner, again = learner, true
	}
	c.mu.Unlock()
	if again && id != "" {
		c.open(id)
	}
}

// handIn hands out the receipt.
func (c *Course) handIn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.attempt == nil {
		return
	}
	r := c.attempt.Receipt()
	text, err := r.Marshal()
	if err != nil {
		c.failure = DidNotBegin
		return
	}
	c.save("askback-"+r.Exercise+".json", text)
	c.tellResult(r, text)
	c.touch()
}

// save hands a file to the person. The caller holds c.mu.
func (c *Course) save(name string, text []byte) {
	c.file = host.File{N: c.file.N + 1, Name: name, MIME: "application/json", Text: string(text)}
}

// export hands out the progress.
func (c *Course) export() {
	c.mu.Lock()
	defer c.mu.Unlock()
	text, err := json.MarshalIndent(c.progress, "", " ")
	if err != nil {
		return // strings and numbers: cannot happen
	}
	c.save("askback-progress.json", append(text, '\n'))
	c.touch()
}

// MaxProgressFile is how many bytes of a file with progress are read.
const MaxProgressFile = 1 << 20

// load adds the progress in a file.
func (c *Course) load(in host.Intent) {
	var more exercise.Progress
	err := json.Unmarshal([]byte(in.Field("file")), &more)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failure = NoFailure
	if err != nil {
		c.failure = BadProgress
	} else {
		c.progress.Merge(more)
	}
	c.touch()
}
