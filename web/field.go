package web

import (
	"context"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"askback/playground/form"
)

// maxRadios is how many options are shown at once. Beyond it they fold into a
// select, which is harder to compare but stays on the screen.
const maxRadios = 7

// A control is a field of a form as it is drawn at one moment. Questions and
// the arguments of tools are drawn from the same controls.
type control struct {
	*form.Field
	id     string   // of the control, or of the first of its group
	values []string // what the form holds for it
	hint   string   // what the schema asks of an answer, in the host's words
	errors []string // what is wrong with it, in the host's words
	wrong  string   // id of the control that is to be mended, if errors are told
}

// controls returns the controls of a form, in order. prefix begins all ids.
func controls(ctx context.Context, prefix string, schema *form.Schema, draft form.Draft, problems []form.Problem) []control {
	shown := schema.Defaults() // for what is not in the draft
	all := make([]control, 0, len(schema.Fields))
	for i := range schema.Fields {
		f := &schema.Fields[i]
		c := control{Field: f, id: key(prefix+"-field", f.Name), values: shown[f.Name]}
		c.wrong = c.id
		if values, ok := draft[f.Name]; ok {
			c.values = values
		}
		c.hint = c.hintText(ctx)
		for _, p := range problems {
			if p.Field == f.Name {
				c.errors = append(c.errors, problemText(ctx, p))
				c.wrong = c.partFor(p.Code)
			}
		}
		all = append(all, c)
	}
	return all
}

// value is what the form holds, for a control that holds one value. A checkbox
// that is checked sends the hidden false before it along, so the last counts.
// What is filled in only in part is no value yet; the browser holds it.
func (c control) value() string {
	if len(c.values) == 0 || c.Kind == form.KindDate && c.values[len(c.values)-1] == form.Unfinished {
		return ""
	}
	return c.values[len(c.values)-1]
}

// moment is what the controls of a date-time hold; false where its text is one
// that they could not hold, so that it is drawn as text.
func (c control) moment() (form.Moment, bool) {
	if c.Kind != form.KindDateTime {
		return form.Moment{}, false
	}
	return form.MomentOf(c.values)
}

// offers reports whether value is an option. Where "" is one, it stands for
// itself and not for an empty control, so none is drawn beside it.
func (c control) offers(value string) bool {
	return slices.ContainsFunc(c.Options, func(o form.Option) bool { return o.Value == value })
}

func (c control) holds(value string) bool { return slices.Contains(c.values, value) }

// optionID is the id of the control for one option. The first has the id of
// the field, so that an error summary leads to it.
func (c control) optionID(i int) string {
	if i == 0 {
		return c.id
	}
	return keyN(c.id, i)
}

// isLong reports whether a text is better typed in several lines.
func (c control) isLong() bool {
	if text, ok := c.Default.(string); ok && strings.Contains(text, "\n") {
		return true
	}
	return c.MaxLength != nil && *c.MaxLength >= 200
}

// described ties the control, or the group it is in, to all that explains it.
func (c control) described() templ.Attributes {
	var ids []string
	if len(c.errors) > 0 {
		ids = append(ids, c.id+"-error")
	}
	if c.Description != "" {
		ids = append(ids, c.id+"-about")
	}
	if c.hint != "" {
		ids = append(ids, c.id+"-hint")
	}
	if ids == nil {
		return nil
	}
	return templ.Attributes{"aria-describedby": strings.Join(ids, " ")}
}

// invalid marks a control whose answer cannot be sent.
func (c control) invalid() templ.Attributes { return c.invalidPart(c.wrong) }

// invalidPart is invalid for the control of this id, of several.
func (c control) invalidPart(id string) templ.Attributes {
	if len(c.errors) == 0 || c.wrong != id {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true"}
}

// inputType is the type attribute. Numbers are typed as text: a number input
// hides what it cannot read, and then nobody could say what is wrong with it.
func (c control) inputType() string {
	switch c.Kind {
	case form.KindEmail:
		return "email"
	case form.KindURI:
		return "url"
	case form.KindDate:
		if typed := c.value(); typed == "" || form.CheckFormat(form.KindDate, typed) && !strings.HasPrefix(typed, "0000") {
			return "date" // it would show any other text as if there were none
		}
	}
	return "text"
}

// inputMode chooses a keyboard on a touch screen. Keyboards for digits lack
// the minus sign on some, so they are offered only where none is needed.
func (c control) inputMode() string {
	if c.Minimum == "" && c.ExclusiveMinimum == "" || strings.HasPrefix(string(c.Minimum+c.ExclusiveMinimum), "-") {
		return ""
	}
	switch c.Kind {
	case form.KindInteger:
		return "numeric"
	case form.KindNumber:
		return "decimal"
	}
	return ""
}

// hintText says what the schema asks of an answer, so that nobody has to be told
// afterwards.
func (c control) hintText(ctx context.Context) string {
	switch c.Kind {
	case form.KindText:
		return c.textHint(ctx)
	case form.KindDateTime:
		return c.momentHint(ctx)
	case form.KindURI:
		return say(ctx, "A whole URI with its scheme, such as https://example.com/.")
	case form.KindNumber, form.KindInteger:
		return c.numberHint(ctx)
	case form.KindMultiSelect:
		return c.choiceHint(ctx)
	}
	return ""
}

func (c control) textHint(ctx context.Context) string {
	low, high := c.MinLength, c.MaxLength
	switch {
	case low != nil && *low > 0 && high != nil && *low == *high:
		return count(ctx, *low, "Exactly %d character.", "Exactly %d characters.")
	case low != nil && *low > 0 && high != nil:
		return say(ctx, "From %d to %d characters.", amount(*low), amount(*high))
	case low != nil && *low > 1:
		return say(ctx, "At least %d characters.", amount(*low))
	case high != nil:
		return count(ctx, *high, "At most %d character.", "At most %d characters.")
	}
	return ""
}

// momentHint says what becomes of the three controls, once they are filled in.
func (c control) momentHint(ctx context.Context) string {
	m, apart := c.moment()
	switch {
	case !apart:
		return say(ctx, "Date, time and time zone, such as 2026-07-28T09:30:00+02:00 or 2026-07-28T07:30:00Z.")
	case m.Date == "" || m.Time == "" || m.Zone == "":
		return say(ctx, "A date, a time of that day, and the time zone that is meant.")
	}
	return say(ctx, "What is sent: %s", m)
}

func (c control) numberHint(ctx context.Context) string {
	whole := c.Kind == form.KindInteger
	low, high := c.Minimum, c.Maximum
	switch {
	case c.ExclusiveMinimum != "" || c.ExclusiveMaximum != "":
		return c.openHint(ctx)
	case low != "" && high != "" && whole:
		return say(ctx, "A whole number from %s to %s.", low, high)
	case low != "" && high != "":
		return say(ctx, "A number from %s to %s.", low, high)
	case low != "" && whole:
		return say(ctx, "A whole number, %s or more.", low)
	case low != "":
		return say(ctx, "A number, %s or more.", low)
	case high != "" && whole:
		return say(ctx, "A whole number, %s or less.", high)
	case high != "":
		return say(ctx, "A number, %s or less.", high)
	case whole:
		return say(ctx, "A whole number.")
	}
	return say(ctx, "A number.")
}

// openHint is numberHint where a bound itself is not allowed.
func (c control) openHint(ctx context.Context) string {
	over, under := c.ExclusiveMinimum, c.ExclusiveMaximum
	switch {
	case over != "" && under != "":
		return say(ctx, "A number over %s and under %s.", over, under)
	case over != "" && c.Maximum != "":
		return say(ctx, "A number over %s, %s or less.", over, c.Maximum)
	case under != "" && c.Minimum != "":
		return say(ctx, "A number, %s or more, under %s.", c.Minimum, under)
	case over != "":
		return say(ctx, "A number over %s.", over)
	}
	return say(ctx, "A number under %s.", under)
}

func (c control) choiceHint(ctx context.Context) string {
	n, low, high := len(c.values), c.MinItems, c.MaxItems
	switch {
	case low != nil && high != nil && *low == *high:
		return say(ctx, "Choose exactly %d; you have chosen %d.", *low, n)
	case low != nil && *low > 0 && high != nil:
		return say(ctx, "Choose %d to %d; you have chosen %d.", *low, *high, n)
	case low != nil && *low > 0:
		return say(ctx, "Choose %d or more; you have chosen %d.", *low, n)
	case high != nil:
		return say(ctx, "Choose up to %d; you have chosen %d.", *high, n)
	}
	return say(ctx, "Choose as many as you like; you have chosen %d.", n)
}
