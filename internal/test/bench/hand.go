package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/sites"
)

// hand is a client of four calls as a program would write it for these calls only: net/http and a
// JSON library. It checks the status, reads the body to its end and closes it, and uses the SDK's
// structs. It has no retries, and limits only the length of a line in a stream.
type hand struct {
	http      *http.Client
	base      string
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
	stream    bool          // use a json.Decoder
	timeout   time.Duration // limit of a call; 0 means none
}

// handDecoder returns a client that uses encoding/json and its Decoder.
func handDecoder(client *http.Client, base string) *hand {
	return &hand{http: client, base: base, marshal: json.Marshal, stream: true}
}

// handWhole returns a client that uses encoding/json on the whole body.
func handWhole(client *http.Client, base string) *hand {
	return &hand{http: client, base: base, marshal: json.Marshal, unmarshal: json.Unmarshal}
}

// hand2 returns a client that uses the SDK's JSON library and its deadline.
func hand2(client *http.Client, base string) *hand {
	return &hand{http: client, base: base, marshal: jsonx.Marshal, unmarshal: jsonx.Unmarshal, timeout: 30 * time.Second}
}

// tuned returns a transport that keeps the connections of 64 concurrent callers.
func tuned() http.RoundTripper {
	return &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConns: 256, MaxIdleConnsPerHost: 64, ForceAttemptHTTP2: true}
}

func (h *hand) get(ctx context.Context, orgID, siteID string) (*sites.Site, error) {
	site := new(sites.Site)
	return site, h.do(ctx, "GET", h.base+"/v1/orgs/"+url.PathEscape(orgID)+"/sites/"+url.PathEscape(siteID), nil, site)
}

func (h *hand) create(ctx context.Context, orgID string, create sites.Create) (*sites.Site, error) {
	body, err := h.marshal(create)
	if err != nil {
		return nil, err
	}
	site := new(sites.Site)
	return site, h.do(ctx, "POST", h.base+"/v1/orgs/"+url.PathEscape(orgID)+"/sites", body, site)
}

type sitePage struct {
	Next *struct {
		Page string `json:"page"`
	} `json:"next"`
	Items []sites.Site `json:"items"`
}

func (h *hand) all(ctx context.Context, orgID string, limit int) iter.Seq2[sites.Site, error] {
	return func(yield func(sites.Site, error) bool) {
		list := h.base + "/v1/orgs/" + url.PathEscape(orgID) + "/sites?limit=" + strconv.Itoa(limit)
		for target := list; ; {
			var page sitePage
			if err := h.do(ctx, "GET", target, nil, &page); err != nil {
				yield(sites.Site{}, err)
				return
			}
			for _, site := range page.Items {
				if !yield(site, nil) {
					return
				}
			}
			if page.Next == nil || page.Next.Page == "" {
				return
			}
			target = list + "&page=" + url.QueryEscape(page.Next.Page)
		}
	}
}

func (h *hand) do(ctx context.Context, method, target string, body []byte, out any) error {
	if h.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, h.timeout)
		defer cancel()
	}
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	resp, err := h.send(ctx, method, target, reader, "application/json")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if h.stream {
		if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, resp.Body) // keeps the connection
		return err
	}
	content, err := readAll(resp)
	if err != nil {
		return err
	}
	return h.unmarshal(content, out)
}

// readAll is io.ReadAll if the length is unknown, and a third cheaper if it is known.
func readAll(resp *http.Response) ([]byte, error) {
	if resp.ContentLength < 0 {
		return io.ReadAll(resp.Body)
	}
	content := make([]byte, resp.ContentLength)
	_, err := io.ReadFull(resp.Body, content)
	return content, err
}

func (h *hand) send(ctx context.Context, method, target string, body io.Reader, accept string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Accept", accept)
	req.Header.Set("User-Agent", "hand/1.0")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := h.http.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("%s %s: status %d", method, req.URL.Path, resp.StatusCode)
	}
	return resp, nil
}

// ask reads a stream line by line.
func (h *hand) ask(ctx context.Context, orgID, question string) iter.Seq2[ask.Event, error] {
	return func(yield func(ask.Event, error) bool) {
		target := h.base + "/v1/orgs/" + url.PathEscape(orgID) + "/ask/stream?query=" + url.QueryEscape(question)
		resp, err := h.send(ctx, "GET", target, nil, "text/event-stream")
		if err != nil {
			yield(ask.Event{}, err)
			return
		}
		defer resp.Body.Close()
		var name, data []byte
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(make([]byte, 64<<10), 4<<20)
		for lines.Scan() {
			line := lines.Bytes()
			switch {
			case bytes.HasPrefix(line, []byte("data:")):
				if len(data) > 0 {
					data = append(data, '\n')
				}
				data = append(data, bytes.TrimPrefix(line[len("data:"):], []byte(" "))...)
			case bytes.HasPrefix(line, []byte("event:")):
				name = append(name[:0], bytes.TrimPrefix(line[len("event:"):], []byte(" "))...)
			case len(line) == 0 && string(name) == "done":
				return
			case len(line) == 0 && len(data) > 0:
				var event ask.Event
				if err := json.Unmarshal(data, &event); err != nil {
					yield(event, err)
					return
				}
				if !yield(event, nil) {
					return
				}
				name, data = name[:0], data[:0]
			}
		}
		if err := lines.Err(); err != nil {
			yield(ask.Event{}, err)
		}
	}
}
