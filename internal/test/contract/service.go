package contract

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"reflect"
	"sync"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
)

const (
	secret    = "secret-of-the-contract"
	secretKey = "key-of-the-contract"
	requestID = "request-1"
	location  = "https://api.example.com/v1/created"
)

// reply is a response of the service.
type reply struct {
	status      int
	contentType string
	body        []byte
}

// request is what was on the wire.
type request struct {
	method, uri string
	host        string
	header      http.Header
	body        []byte
	bodyless    bool // neither a body nor a length
}

// service stands in for the API, behind the network layer of a client.
type service struct {
	client *publishing.Client

	mu      sync.Mutex
	replies []reply // sent in order; the last one is repeated
	seen    []request
	lent    func([]byte) // called with the buffers that responses are read into, nil for no call
}

// newService returns a service and its client, which does not retry.
func newService(opts ...publishing.Option) *service {
	s := &service{}
	opts = append([]publishing.Option{
		publishing.WithToken(secret),
		publishing.WithHTTPClient(&http.Client{Transport: s}),
		publishing.WithoutRetry(),
	}, opts...)
	client, err := publishing.NewClient("https://api.example.com", opts...)
	if err != nil {
		panic(err)
	}
	s.client = client
	return s
}

// RoundTrip records the request and responds to it.
func (s *service) RoundTrip(req *http.Request) (*http.Response, error) {
	got := request{
		method:   req.Method,
		uri:      req.URL.RequestURI(),
		host:     req.Host,
		header:   req.Header.Clone(),
		bodyless: (req.Body == nil || req.Body == http.NoBody) && req.ContentLength == 0,
	}
	if req.Body != nil {
		var err error
		if got.body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		got.bodyless = got.bodyless || len(got.body) == 0 // what an empty one is on the wire
		if err = req.Body.Close(); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, got)
	response := s.replies[min(len(s.seen), len(s.replies))-1]
	header := http.Header{"X-Request-Id": {requestID}, "Location": {location}}
	if response.contentType != "" {
		header.Set("Content-Type", response.contentType)
	}
	return &http.Response{
		StatusCode:    response.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        header,
		Body:          io.NopCloser(&body{bytes.NewReader(response.body), s.lent}),
		ContentLength: int64(len(response.body)),
		Request:       req,
	}, nil
}

type body struct {
	io.Reader
	lent func([]byte)
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.lent != nil {
		b.lent(p[:n])
	}
	return n, err
}

// A Result is what a call returns.
type Result struct {
	Values []any // the decoded value of a call, those that an iterator yields, none without a body
	Err    error
	Meta   api.Meta

	outcome any
	extra   string // what comes beside or after an error
	seen    []request
}

// Sent returns the number of requests.
func (r *Result) Sent() int { return len(r.seen) }

// run makes a call that gets the replies in order.
func (s *service) run(ctx context.Context, call func(Args) (any, error), ids []string, replies []reply, opts ...api.CallOption) *Result {
	s.mu.Lock()
	s.replies, s.seen = replies, nil
	s.mu.Unlock()
	got := &Result{Meta: api.Meta{Operation: "of an earlier call", Status: 299, Attempts: 9, Mismatch: &api.Mismatch{}}}
	opts = append([]api.CallOption{api.WithMeta(&got.Meta)}, opts...)
	value, err := call(Args{s.client, ctx, ids, api.NewSecret(secretKey), opts})
	got.take(value, err)
	s.mu.Lock()
	got.seen = s.seen
	s.mu.Unlock()
	return got
}

func (r *Result) take(value any, err error) {
	r.Err = err
	v := reflect.ValueOf(value)
	if err != nil && v.IsValid() && !v.IsZero() {
		r.extra = "a value beside an error"
	}
	switch value := value.(type) {
	case nil:
	case api.Deletion:
		r.outcome = value
	case put:
		r.outcome = value.outcome
		r.add(reflect.ValueOf(value.value))
	default:
		if v.Kind() == reflect.Func {
			r.drain(v)
			return
		}
		r.add(v)
	}
}

func (r *Result) add(v reflect.Value) {
	if v.IsValid() && (v.Kind() != reflect.Pointer && v.Kind() != reflect.Slice || !v.IsNil()) {
		r.Values = append(r.Values, v.Interface())
	}
}

// drain takes what an iterator of values and errors yields.
func (r *Result) drain(sequence reflect.Value) {
	for value, problem := range sequence.Seq2() {
		if r.Err != nil {
			r.extra = "a value or an error after an error"
		}
		if problem.IsNil() {
			r.add(value)
			continue
		}
		r.Err, _ = reflect.TypeAssert[error](problem)
		if !value.IsZero() {
			r.extra = "a value beside an error"
		}
	}
}

// Body returns the body of the request at an index.
func (r *Result) Body(i int) string { return string(r.seen[i].body) }
