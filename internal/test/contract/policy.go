package contract

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// effectsAreDeclared requires an effect in the line of each write, and none in those of reads. A
// DELETE needs none, since it removes. Each condition of an effect holds for the body of a row.
func (s *suite) effectsAreDeclared(t *testing.T) {
	for _, o := range s.ops {
		switch {
		case !o.HasBody(), o.Safe && o.OnceWith == "", o.Method == http.MethodDelete:
			require.Empty(t, o.Declared, "%s: want no effect in ops.go, since the method or Safe has it", o.Name)
			continue
		}
		require.NotEmpty(t, o.Declared, "%s: say in ops.go what it does to what exists: op.Keeps, op.Removes, op.RemovesIf(…) or op.Asks", o.Name)
		_, body, _ := structsOf(methods()[o.Name])
		forNull := func(condition string) bool { return strings.HasSuffix(condition, "null") }
		counted := o.Declared == op.Removes || slices.ContainsFunc(o.Declared.Conditions(), forNull)
		if body != nil && o.Method != http.MethodPost && !counted && keepsAllTheSame[o.Name] == "" {
			require.False(t, hasNullable(body, nil), "%s: want the condition \"null\"", o.Name)
		}
		var bodies []string
		for i := range s.Rows {
			if s.Rows[i].Op == o.Name {
				bodies = append(bodies, s.Rows[i].Body)
			}
		}
		mayDelete := func(effect op.Effect) func(string) bool {
			one := o.Named(o.Name)
			one.Declared = effect
			return func(body string) bool { return one.Write(o.Template, []byte(body)).MayDelete }
		}
		for _, condition := range o.Declared.Conditions() {
			require.True(t, slices.ContainsFunc(bodies, mayDelete(op.Effect(condition))),
				"%s: want a row for which %q holds", o.Name, condition)
		}
	}
}

// hasNullable reports whether a body has a field that a null may clear. around contains the structs
// that t is in.
func hasNullable(t reflect.Type, around []reflect.Type) bool {
	if isNullable(t) || t.Kind() != reflect.Struct || slices.Contains(around, t) {
		return isNullable(t)
	}
	for field := range t.Fields() {
		inner := field.Type
		if !isNullable(inner) {
			inner = innermost(inner)
		}
		if hasNullable(inner, append(around, t)) {
			return true
		}
	}
	return false
}

// A read-only client sends the rows that read and no other. A policy learns about the others, and
// about questions to the AI, what is in their path.
func (s *suite) readOnlyClientsSendReads(t *testing.T) {
	writes := 0
	for i := range s.Rows {
		r := &s.Rows[i]
		o := op.Find(r.Op)
		f, err := load(s.files, r.Response)
		require.NoError(t, err)
		effect := o.For([]byte(r.Body)).Effect()
		for via, call := range r.calls() {
			readOnly := newService(publishing.WithReadOnly())
			var asked []publishing.Write
			policed := newService(publishing.WithWritePolicy(func(_ context.Context, w publishing.Write) error {
				asked = append(asked, w)
				return errPolicy
			}))
			onlyRead := readOnly.run(t.Context(), call, sampleIDs(o), f.reply(r.Status))
			got := policed.run(t.Context(), call, sampleIDs(o), f.reply(r.Status))
			if effect == "" {
				require.NotErrorIs(t, got.Err, errPolicy, "%s by %s", r, via)
				require.Empty(t, asked, "%s by %s", r, via)
				require.NotEmpty(t, got.seen, "%s by %s", r, via)
			} else {
				require.ErrorIs(t, got.Err, errPolicy, "%s by %s", r, via)
				require.Len(t, asked, 1, "%s by %s", r, via)
				require.Empty(t, got.seen, "%s by %s", r, via)
				requireWrite(t, r, o, effect, asked[0])
			}
			if effect == "" || effect == op.Asks {
				require.NotErrorIs(t, onlyRead.Err, publishing.ErrReadOnly, "%s by %s", r, via)
				require.NotEmpty(t, onlyRead.seen, "%s by %s", r, via)
				continue
			}
			writes++
			require.ErrorIs(t, onlyRead.Err, publishing.ErrReadOnly, "%s by %s", r, via)
			require.Empty(t, onlyRead.seen, "%s by %s", r, via)
			require.Zero(t, onlyRead.Meta.Attempts, "%s by %s", r, via)
			require.False(t, publishing.MayHaveApplied(onlyRead.Err), "%s by %s", r, via)
			require.False(t, publishing.Retryable(onlyRead.Err), "%s by %s", r, via)
		}
	}
	t.Logf("%d rows, %d calls that write", len(s.Rows), writes)
}

var errPolicy = errors.New("not today")

// requireWrite compares what a policy learned with the row.
func requireWrite(t *testing.T, r *Row, o *op.Op, effect op.Effect, w publishing.Write) {
	t.Helper()
	want := map[string]string{}
	for i, id := range sampleIDs(o) {
		if param := o.Params()[i]; param != o.Secret {
			want[param] = id
		}
	}
	require.Equal(t, want, w.Params, r)
	require.Equal(t, want["spaceId"], w.Space, r)
	require.Equal(t, []string{o.Name, o.Method, o.Template}, []string{w.Operation, w.Method, w.Template}, r)
	require.Equal(t, effect == op.Asks, w.CostsCredits, r)
	if looksLikeRemoval(o, r.Body) && !w.MayDelete && effect != op.Asks {
		if keepsAllTheSame[o.Name] == "" {
			t.Errorf("%s: does %s remove nothing? If so, say why in keepsAllTheSame", r, r.Body)
		}
	}
}

var removal = regexp.MustCompile(`(?i)null|remove|delete`)

// looksLikeRemoval reports whether a body has a word for it, or a list or texts in other languages
// that may replace others.
func looksLikeRemoval(o *op.Op, body string) bool {
	if o.Method == http.MethodDelete || removal.MatchString(body) {
		return true
	}
	var fields map[string]any
	_ = json.Unmarshal([]byte(body), &fields) // not an object
	for name, value := range fields {
		_, isList := value.([]any)
		if (isList || strings.HasPrefix(name, "localized")) && o.Method != http.MethodPost {
			return true
		}
	}
	return false
}

// keepsAllTheSame are the writes whose bodies look like a removal and are none, with the reason.
var keepsAllTheSame = map[string]string{
	"Collections.Move":                     "without a parent, it is at the top",
	"Orgs.Create":                          "the organization is new",
	"Orgs.Fonts.Create":                    "the font is new",
	"Orgs.Invites.Create":                  guests,
	"Orgs.LinkInvites.Create":              guests,
	"Orgs.LinkInvites.Update":              guests,
	"Orgs.Members.Update":                  guests,
	"Orgs.SAML.Create":                     guests,
	"Orgs.SAML.Update":                     guests,
	"Orgs.Teams.Create":                    "the team is new",
	"Permissions.Collections.Invite":       guests,
	"Permissions.Collections.Teams.Update": guests,
	"Permissions.Collections.Users.Update": guests,
	"Permissions.Sites.Invite":             guests,
	"Permissions.Spaces.Invite":            guests,
	"Permissions.Spaces.Teams.Update":      guests,
	"Permissions.Spaces.Users.Update":      guests,
	"Sites.Insights.Events.Track":          "an event that leaves out what it has none of",
	"Sites.Redirects.Put":                  "a destination replaces another one, as in an update",
	"Sites.SiteSpaces.Create":              "a null creates a space",
	"Spaces.Move":                          "without a parent, it is at the top",
}

const guests = "a role that is null is that of guests"
