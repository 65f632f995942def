package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
)

const (
	maxBody      = 16 << 10         // bytes of a question with its JSON
	bodyTimeout  = 10 * time.Second // limit for reading the body of a request
	eventTimeout = 30 * time.Second // limit for writing an event to a slow browser
)

// A proxy serves the page and passes answers on to it.
type proxy struct {
	client *publishing.Client
	orgID  string
	host   string        // a host name of the page besides localhost and IP addresses, "" for none
	slots  chan struct{} // contains an element for each call that is under way
	log    *slog.Logger
}

func newProxy(client *publishing.Client, orgID, host string, streams int, log *slog.Logger) *proxy {
	return &proxy{client: client, orgID: orgID, host: host, slots: make(chan struct{}, streams), log: log}
}

// handler rejects requests that another site makes in the browser of a user, because an answer
// costs money. CrossOriginProtection permits any GET, so what calls the service is a POST.
func (p *proxy) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", servePage)
	mux.HandleFunc("POST /questions", p.questions)
	mux.HandleFunc("POST /ask", p.ask)
	protected := http.NewCrossOriginProtection().Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		body, status := readBody(w, r)
		if status != http.StatusOK {
			http.Error(w, http.StatusText(status), status)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !p.serves(r.Host) {
			http.Error(w, "unknown host", http.StatusMisdirectedRequest)
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// serves reports whether a Host header belongs to the page. Another site can make its own name
// resolve to this server, so that its requests count as same-origin, but not one of these names.
func (p *proxy) serves(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	return name == "localhost" || net.ParseIP(name) != nil || p.host != "" && strings.EqualFold(name, p.host)
}

// begin takes a slot. If all are taken, it responds with 503 and reports false.
func (p *proxy) begin(w http.ResponseWriter) (end func(), ok bool) {
	select {
	case p.slots <- struct{}{}:
		return func() { <-p.slots }, true
	default:
		w.Header().Set("Retry-After", "5")
		http.Error(w, "too many questions at the same time", http.StatusServiceUnavailable)
		return nil, false
	}
}

// questions responds with questions to begin with.
func (p *proxy) questions(w http.ResponseWriter, r *http.Request) {
	end, ok := p.begin(w)
	if !ok {
		return
	}
	defer end()
	recommended, err := p.client.Orgs.Ask.Questions(r.Context(), p.orgID)
	if err != nil {
		p.report(r.Context(), err)
		http.Error(w, "no questions", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(recommended.Questions) // fails if the browser has left
}

// ask responds with an event stream. It ends with an event named done if the answer is complete, or
// error otherwise.
func (p *proxy) ask(w http.ResponseWriter, r *http.Request) {
	question, status := readQuestion(r)
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	end, ok := p.begin(w)
	if !ok {
		return
	}
	defer end()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // nginx and others would collect events
	control := http.NewResponseController(w)
	send := func(name string, data any) error {
		encoded, err := json.Marshal(data) // on one line
		if err != nil {
			return err
		}
		if err := control.SetWriteDeadline(time.Now().Add(eventTimeout)); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, encoded); err != nil {
			return err
		}
		return control.Flush()
	}
	// The context ends when the browser leaves, and so does the loop if an event cannot be written.
	// Both close the stream of the service.
	if err := p.stream(r.Context(), question, send); err != nil {
		p.report(r.Context(), err)
		_ = send("error", reasonFor(err)) // fails if the browser has left
	}
}

// readBody returns the body of a request, or the status of the response if it cannot be read. It
// reads that of every request: the server would otherwise read it, before the response and without
// a limit for the time.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, int) {
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Now().Add(bodyTimeout)); err != nil {
		return nil, http.StatusInternalServerError
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, http.StatusRequestEntityTooLarge
	}
	if err != nil {
		return nil, http.StatusRequestTimeout
	}
	// The server notices that the browser leaves by reading on, which must not time out.
	if err := control.SetReadDeadline(time.Time{}); err != nil {
		return nil, http.StatusInternalServerError
	}
	return body, http.StatusOK
}

// readQuestion returns a question, or the status of the response if there is none.
func readQuestion(r *http.Request) (string, int) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return "", http.StatusUnsupportedMediaType
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return "", http.StatusInternalServerError
	}
	var asked struct {
		Question string `json:"question"`
	}
	if json.Unmarshal(body, &asked) != nil || strings.TrimSpace(asked.Question) == "" {
		return "", http.StatusBadRequest
	}
	return asked.Question, http.StatusOK
}

// stream asks a question and sends the answer in events: append and replace with text in Markdown,
// and then sources, followups and done. If it returns an error, what it has sent is incomplete.
func (p *proxy) stream(ctx context.Context, question string, send func(name string, data any) error) error {
	var text ask.Text
	var sources []ask.Source
	followups := []string{}
	sent := 0 // bytes of text
	var meta publishing.Meta
	asked := orgs.AskQuestion{Question: question}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range p.client.Orgs.Ask.Stream(ctx, p.orgID, asked, options, publishing.WithRequireDone(), publishing.WithMeta(&meta)) {
		if err != nil {
			return err
		}
		name, part := "append", text.Add(event)
		if whole := text.String(); len(whole) != sent+len(part) {
			name, part = "replace", whole // the message corrects what was sent
		}
		if sent = len(text.String()); part != "" {
			if err := send(name, part); err != nil {
				return err
			}
		}
		if event.Answer != nil && len(event.Answer.Sources) > 0 {
			sources = event.Answer.Sources
		}
		if event.Answer != nil && len(event.Answer.FollowupQuestions) > 0 {
			followups = event.Answer.FollowupQuestions
		}
	}
	if meta.Mismatch != nil {
		return fmt.Errorf("%w: %s", errNotDecoded, meta.Mismatch.Pointer)
	}
	if err := send("sources", p.cite(ctx, sources)); err != nil {
		return err
	}
	if err := send("followups", followups); err != nil {
		return err
	}
	return send("done", nil)
}

// errNotDecoded means that a part of a message could not be decoded, so that text may be missing.
var errNotDecoded = errors.New("a part of the answer could not be decoded")

// report logs an error, which is expected if the browser has left or the server stops.
func (p *proxy) report(ctx context.Context, err error) {
	level := slog.LevelWarn
	if errors.Is(ctx.Err(), context.Canceled) {
		level = slog.LevelInfo
	}
	p.log.LogAttrs(ctx, level, "request failed", slog.Any("error", err))
}

// reasonFor returns what to tell a user about an error. The error itself may contain what is none
// of a user's business.
func reasonFor(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "The server is stopping."
	case errors.Is(err, publishing.ErrRateLimited):
		return "The service is busy. Ask again in a moment."
	case errors.Is(err, errNotDecoded):
		return "A part of the answer could not be read."
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "The service ended the stream early."
	default:
		return "The call to the service failed."
	}
}
