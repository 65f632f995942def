package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"reflect"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

// asked is the question to the assistant.
const asked = "How do I begin?"

// ask asks one question in each way, of the first organization and of the first site.
func (w *walk) ask(ctx context.Context) error {
	type (
		opts      = []api.CallOption
		answer    = iter.Seq2[ask.Event, error]
		questions = iter.Seq2[ask.RecommendedQuestion, error]
	)
	if ids := w.visited[ofOrg]; ids != nil {
		service, question := w.client.Orgs.Ask, orgs.AskQuestion{Question: asked}
		if r := w.call(ctx, op.Find("Orgs.Ask.Answer"), place{ofOrg, ids}, paging{}); errors.Is(r.err, errEnough) {
			w.report.skipped["Orgs.Ask.Answer"] = enough
		}
		listen(ctx, w, "Orgs.Ask.Stream", func(o opts) answer {
			return service.Stream(ctx, ids[0], question, orgs.AskStreamOptions{}, o...)
		})
		listen(ctx, w, "Orgs.Ask.StreamQuestions", func(o opts) questions {
			return service.StreamQuestions(ctx, ids[0], orgs.AskStreamQuestionsOptions{}, o...)
		})
	}
	if ids := w.visited[ofSite]; ids != nil {
		service, scope := w.client.Sites.Ask, sites.SearchScope{Mode: sites.SearchModeAll}
		listen(ctx, w, "Sites.Ask.Stream", func(o opts) answer {
			question := sites.AskQuestion{Question: asked, Scope: scope}
			return service.Stream(ctx, ids[0], ids[1], question, sites.AskStreamOptions{}, o...)
		})
		listen(ctx, w, "Sites.Ask.StreamQuestions", func(o opts) questions {
			return service.StreamQuestions(ctx, ids[0], ids[1], sites.AskStreamQuestionsOptions{}, o...)
		})
	}
	return ctx.Err()
}

// listen reads a stream and examines each message like a response.
func listen[T any](
	ctx context.Context, w *walk, name string, stream func([]api.CallOption) iter.Seq2[T, error],
) {
	if w.isFull() {
		w.report.skipped[name] = enough
		return
	}
	w.progress(name)
	w.report.requests++
	r := &response{op: op.Find(name)}
	add := func(kind kind, path, detail string) {
		w.report.add(finding{name, kind, maskPointer(reflect.TypeFor[T](), path), detail})
	}
	for message, err := range stream([]api.CallOption{api.WithMeta(&r.meta)}) {
		if err != nil {
			r.err = err
			break
		}
		// Without its JSON, the message is encoded from its fields.
		r.value = reflect.ValueOf(&message).Elem()
		raw := r.value.FieldByName("Raw")
		r.raw = raw.Bytes()
		raw.SetZero()
		r.body, _ = parse(r.raw)
		r.compare(add)
	}
	w.report.requests += max(r.meta.Attempts-1, 0)
	w.report.reach(name, r)
	if m := r.meta.Mismatch; m != nil {
		add(kindOf(m), m.Pointer, "want "+m.Want+", got "+m.Got)
	}
	status := r.meta.Status
	if isMissing(status) || ctx.Err() != nil {
		return
	}
	if status != 0 && status != http.StatusOK {
		add(kindStatus, "", http.StatusText(status))
	}
	if r.err != nil {
		r.addFailure(add)
	}
}

// onlyTokens is the policy of the client that creates tokens.
func onlyTokens(_ context.Context, w publishing.Write) error {
	if w.Operation == tokensCreate {
		return nil
	}
	return errNotOurs
}

const (
	tokensCreate = "Integrations.Installations.Tokens.Create"
	tokenForm    = "installation.token.form"
)

// createToken creates a token of the first installation with a client that may do nothing else. It
// settles the rule about the form of tokens.
func (w *walk) createToken(ctx context.Context, client *publishing.Client) {
	ids := w.visited[ofInstalled]
	verdict := ruling{tokenForm, unsettled, "there is no token"}
	if ids != nil {
		other := *w
		other.client = client
		r := other.call(ctx, op.Find(tokensCreate), place{ofInstalled, ids}, paging{})
		if errors.Is(r.err, errEnough) {
			verdict.Detail = enough
		}
		for _, token := range textsAt(r.body, "token") {
			verdict = ruling{tokenForm, otherwise, optionOf(tokenForm)}
			if expires(token) {
				verdict = ruling{tokenForm, asExpected, ""}
			}
		}
	}
	w.report.rules = append(w.report.rules, verdict)
}

// expires reports whether a token is a JSON Web Token that contains when it expires.
func expires(token string) bool {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return false
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	var claims struct {
		Expires *float64 `json:"exp"`
	}
	return err == nil && json.Unmarshal(payload, &claims) == nil && claims.Expires != nil
}
