package web

import (
	"cmp"
	"context"

	"askback/playground/exercise/course"
	"askback/playground/host"
)

// A Look is a page at one moment. There is one kind of page for each kind of state;
// what draws them and keeps them up to date sees no more of them than this.
type Look struct {
	// Path is where the page lies beneath the folder of its language.
	Path string
	// Title is that of the document, in the language of ctx.
	Title func(ctx context.Context) string
	// Place is what the address of the page says of the state, as a hash without
	// "#".
	Place string
	// Ready is set when what a person does has its effect at once.
	Ready bool
	// Regions are all that changes with the state, and Frame what changes with the
	// language alone. Parts of the frame may hold some of the regions.
	Regions, Frame []Region
	// Attention says where to lead a person who did this last and saw the look
	// before this one: the id of the element to focus, and a sentence for those who
	// do not see the page. Either may be empty.
	Attention func(ctx context.Context, did host.Intent) (focus, announce string)
	// Show is the id of what to scroll to; may be empty.
	Show string
	// File is what was last handed to the person to keep.
	File host.File
}

// HostLook is the look of the host's page when its state goes from one to another.
func HostLook(before, now host.State) Look {
	return Look{
		Title: title, Place: now.Place().String(), Ready: now.Phase == host.PhaseReady, Regions: Regions(now), Frame: Frame(now),
		Attention: func(ctx context.Context, did host.Intent) (focus, announce string) {
			return Attention(ctx, before, now, did)
		},
		Show: Show(before, now), File: now.File,
	}
}

// CourseLook is the look of the page with the exercises.
func CourseLook(before, now course.State) Look {
	l := HostLook(before.Host, now.Host)
	l.Place, l.Regions = now.Place().String(), All(now)
	ofHost := l.Attention
	l.Attention = func(ctx context.Context, did host.Intent) (focus, announce string) {
		if focus, announce = exerciseAttention(ctx, before, now, did); focus != "" {
			return focus, announce
		}
		focus, tell := ofHost(ctx, did)
		return focus, cmp.Or(tell, announce)
	}
	return l
}

// A Switch is what a page has to say of itself when it goes on in another
// language, beside what is drawn anew.
type Switch struct {
	Tag      string
	Title    string
	Address  string // of its edition in that language, relative to the one before
	Announce string // for those who do not see it
}

// SwitchTo returns what changes about the page when it was in the language of ctx
// and goes on in the one with this tag. All of its regions and of its frame is
// drawn anew as well.
func (l Look) SwitchTo(ctx context.Context, tag string) Switch {
	next := WithLanguage(ctx, tag)
	to := languageOf(next)
	return Switch{
		Tag: to.Tag, Title: l.Title(next), Address: languageOf(ctx).choice(to, l.Path),
		Announce: say(next, "This page is in English now."),
	}
}
