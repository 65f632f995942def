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
	requestID = "request-1"
	location  = "https://api.example.com/v1/made"
)

// reply is an answer of the service.
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

// service stands in for the platform, behind the client's network layer.
type service struct {
	client *publishing.Client

	mu      sync.Mutex
	replies []reply // in order; the last one again for whatever comes after
	seen    []request
	lent    func([]byte) // is told what answers are read into, nil for nobody
}

// newService makes a service and its client, which sends everything once.
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

// RoundTrip notes the request and answers it.
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
	answer := s.replies[min(len(s.seen), len(s.replies))-1]
	header := http.Header{"X-Request-Id": {requestID}, "Location": {location}}
	if answer.contentType != "" {
		header.Set("Content-Type", answer.contentType)
	}
	return &http.Response{
		StatusCode:    answer.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        header,
		Body:          io.NopCloser(&body{bytes.NewReader(answer.body), s.lent}),
		ContentLength: int64(len(answer.body)),
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

// result is what a call came to.
type result struct {
	values  []any // what was decoded: one for a call, one for each turn of a sequence, none without a body
	outcome any
	err     error
	extra   string // what came beside or after an error
	meta    api.Meta
	seen    []request
}

// run makes a call that is answered with the replies in order.
func (s *service) run(ctx context.Context, call func(Args) (any, error), ids []string, replies []reply, opts ...api.CallOption) *result {
	s.mu.Lock()
	s.replies, s.seen = replies, nil
	s.mu.Unlock()
	got := &result{meta: api.Meta{Operation: "of an earlier call", Status: 299, Attempts: 9, Mismatch: &api.Mismatch{}}}
	opts = append([]api.CallOption{api.WithMeta(&got.meta)}, opts...)
	value, err := call(Args{s.client, ctx, ids, opts})
	got.take(value, err)
	s.mu.Lock()
	got.seen = s.seen
	s.mu.Unlock()
	return got
}

func (r *result) take(value any, err error) {
	r.err = err
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

func (r *result) add(v reflect.Value) {
	if v.IsValid() && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		r.values = append(r.values, v.Interface())
	}
}

// drain takes the turns of a sequence of values and errors.
func (r *result) drain(sequence reflect.Value) {
	for value, problem := range sequence.Seq2() {
		if r.err != nil {
			r.extra = "a turn after an error"
		}
		if problem.IsNil() {
			r.add(value)
			continue
		}
		r.err, _ = reflect.TypeAssert[error](problem)
		if !value.IsZero() {
			r.extra = "a value beside an error"
		}
	}
}
