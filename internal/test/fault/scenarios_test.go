package fault_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
)

const (
	gone = "127.0.0.1:1" // nothing listens there
	page = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>"
	// brief is the timeout of an attempt if the service sends nothing.
	brief = 2 * time.Second
)

// scenarios are the faults by name in testdata/table.tsv.
var scenarios = func() map[string]*scenario {
	all := map[string]*scenario{}
	for _, some := range []map[string]*scenario{connecting(), statuses(), lost(), redirects(), badResponses(), oversized(), inputs(), iterations(), streams(), http2()} {
		maps.Copy(all, some)
	}
	return all
}()

func set(f func(*cell)) *scenario { return &scenario{set: f} }

// always performs an act for each request.
func always(act fault.Act) *scenario { return set(func(c *cell) { c.acts = []fault.Act{act} }) }

// twice performs an act for two requests, and responds to the following ones as a correct service
// does.
func twice(act fault.Act) *scenario {
	return set(func(c *cell) { c.acts = []fault.Act{act, act, success(c.class)} })
}

// hanging is like always, for an act after which the service sends nothing.
func hanging(act fault.Act) *scenario { return briefly(always(act)) }

// briefly limits the time of each attempt.
func briefly(s *scenario) *scenario {
	return set(func(c *cell) {
		s.set(c)
		c.opts = append(c.opts, publishing.WithAttemptTimeout(brief), publishing.WithIdleTimeout(brief))
	})
}

// heavy is like always, for an act that sends tens of megabytes. A get uses the limit of the SDK,
// the other classes a smaller one.
func heavy(act fault.Act) *scenario {
	return &scenario{heavy: true, set: func(c *cell) {
		c.acts = []fault.Act{act}
		if c.class != fault.Get {
			c.opts = append(c.opts, publishing.WithMaxResponseBytes(1<<20))
		}
	}}
}

// longHeader is like always, for a response whose header has no end. net/http limits it.
func longHeader(act fault.Act) *scenario {
	return set(func(c *cell) {
		c.acts = []fault.Act{act}
		c.network.MaxResponseHeaderBytes = 1 << 20
	})
}

// connected performs an act for each connection before a request arrives.
func connected(scheme string, act fault.Act) *scenario {
	return set(func(c *cell) {
		c.config.Connect = func(int) fault.Act { return act }
		c.byDial = true
		c.config.TLS = scheme == "https"
	})
}

func connecting() map[string]*scenario {
	dialing := func(err error) *scenario {
		return set(func(c *cell) {
			c.byDial = true
			c.dial = func(context.Context, string, string) (net.Conn, error) {
				return nil, &net.OpError{Op: "dial", Net: "tcp", Err: err}
			}
		})
	}
	certificate := func(host string, change func(*tls.Config)) *scenario {
		return set(func(c *cell) {
			c.byDial = true
			c.config.TLS = true
			c.network.TLSClientConfig = trusting()
			change(c.network.TLSClientConfig)
			dial := c.dial
			c.dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
				return dial(ctx, network, c.server.Addr())
			}
			c.base = "https://" + host
		})
	}
	proxied := func(base, proxy string, response fault.Act) *scenario {
		return set(func(c *cell) {
			c.byDial = true
			c.base = base
			c.opts = append(c.opts, publishing.WithInsecureHTTP())
			c.network.Proxy = func(*http.Request) (*url.URL, error) {
				if proxy == "" {
					return url.Parse(c.server.URL())
				}
				return url.Parse(proxy)
			}
			c.acts = []fault.Act{response}
		})
	}
	return map[string]*scenario{
		"connection refused": set(func(c *cell) { c.byDial, c.base = true, "http://"+gone }),
		"connection refused twice, then accepted": set(func(c *cell) {
			c.byDial = true
			dial := c.dial
			c.dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
				if c.dials.Load() <= 2 {
					addr = gone
				}
				return dial(ctx, network, addr)
			}
		}),
		"temporary DNS failure":                           dialing(&net.DNSError{Err: "server misbehaving", Name: "api.example.com", IsTemporary: true}),
		"DNS times out":                                   dialing(&net.DNSError{Err: "i/o timeout", Name: "api.example.com", IsTimeout: true}),
		"DNS has no such host":                            dialing(&net.DNSError{Err: "no such host", Name: "api.example.com", IsNotFound: true}),
		"handshake reset":                                 connected("https", fault.Do(fault.Read, fault.Reset)),
		"handshake closed":                                connected("https", fault.Do(fault.Read, fault.Close)),
		"handshake hangs":                                 briefly(connected("https", fault.Hold)),
		"handshake is not TLS":                            connected("https", fault.Do(fault.Read, fault.Raw("HTTP/1.1 400 Bad Request\r\n\r\n"), fault.Hold)),
		"certificate of an unknown authority":             certificate("127.0.0.1:443", func(c *tls.Config) { c.RootCAs = nil }),
		"certificate of another host":                     certificate("stranger.test", func(*tls.Config) {}),
		"expired certificate":                             certificate("127.0.0.1:443", func(c *tls.Config) { c.Time = func() time.Time { return time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC) } }),
		"proxy connection refused":                        proxied("https://api.test", "http://"+gone, nil),
		"proxy responds 502 to CONNECT":                   proxied("https://api.test", "", fault.Respond(502, page, "Content-Type", "text/html")),
		"proxy responds 504 Gateway Time-out to CONNECT":  proxied("https://api.test", "", fault.Raw("HTTP/1.1 504 Gateway Time-out\r\n\r\n")),
		"proxy responds 403 to CONNECT":                   proxied("https://api.test", "", fault.Respond(403, page, "Content-Type", "text/html")),
		"proxy responds 403 Blocked by policy to CONNECT": proxied("https://api.test", "", fault.Raw("HTTP/1.1 403 Blocked by policy\r\n\r\n")),
	}
}

func statuses() map[string]*scenario {
	all := map[string]*scenario{}
	for _, status := range []int{
		101, 202, 203, 206, 299, 300, 304, 400, 401, 402, 403, 404, 405, 408, 409, 410, 412, 413, 415, 418, 422, 423, 425, 429, 431, 451,
		500, 501, 502, 503, 504, 505, 507, 511, 520, 599, 600, 999,
	} {
		body := `{"error":{"code":1,"message":"failed"}}`
		if status >= 200 && status <= 299 {
			body = oneSite
		}
		all[fmt.Sprint(status)] = always(fault.Respond(status, body))
	}
	all["200"] = always(fault.Respond(200, oneSite))
	all["201"] = always(fault.Respond(201, oneSite))
	all["204"] = always(fault.Respond(204, ""))
	all["205"] = always(fault.Respond(205, ""))
	all["304"] = always(fault.Respond(304, ""))
	all["101"] = always(fault.Head(101, "Connection", "upgrade", "Upgrade", "other"))
	all["100, then success"] = set(func(c *cell) { c.acts = []fault.Act{fault.Do(fault.Head(100), success(c.class))} })
	all["103, then success"] = set(func(c *cell) { c.acts = []fault.Act{fault.Do(fault.Head(103, "Link", "</x>"), success(c.class))} })

	for name, after := range map[string]string{
		"in 1 s": "1", "in 0.05 s": "0.05", "at once": "0", "in -5 s": "-5", "in 99999999999999999999 s": "99999999999999999999", "in 9223372037 s": "9223372037",
		"in a day": "86400", "soon": "soon", "at a date that has passed": "Fri, 31 Dec 1999 23:59:59 GMT", "at a date far off": "Fri, 31 Dec 2199 23:59:59 GMT",
	} {
		all["429 "+name] = always(fault.Respond(429, "", "Retry-After", after))
		all["503 "+name] = always(fault.Respond(503, "", "Retry-After", after))
	}
	inTwo := func(t *fault.Exchange) {
		fault.Respond(429, "", "Retry-After", time.Now().Add(2*time.Second).UTC().Format(http.TimeFormat))(t)
	}
	all["429 at a date in 2 s"] = always(inTwo)
	all["429 beyond the deadline"] = set(func(c *cell) {
		c.acts = []fault.Act{fault.Respond(429, "", "Retry-After", "25")}
		c.limit = 15 * time.Second
	})
	all["429 twice, then success"] = twice(fault.Respond(429, ""))
	all["502 twice, then success"] = twice(fault.Respond(502, page, "Content-Type", "text/html"))
	all["503 at once, twice, then success"] = twice(fault.Respond(503, "", "Retry-After", "0"))
	all["401 of a page"] = always(fault.Respond(401, page, "Content-Type", "text/html"))
	return all
}

func lost() map[string]*scenario {
	half := fault.Do(fault.Head(200, "Content-Type", "application/json", "Content-Length", "100"), fault.Raw(`{"id":`))
	all := map[string]*scenario{
		"reset while the request is sent":      connected("http", fault.Do(fault.Read, fault.Reset)),
		"reset before the response":            always(fault.Reset),
		"closed before the response":           always(fault.Close),
		"closed in the header":                 always(fault.Do(fault.Raw("HTTP/1.1 200 OK\r\nContent-Le"), fault.Close)),
		"not HTTP":                             always(fault.Do(fault.Raw("HELLO\r\n\r\n"), fault.Close)),
		"endless 1xx":                          longHeader(fault.Repeat([]byte(strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 1000)), -1)),
		"body reset":                           always(fault.Do(half, fault.Reset)),
		"body truncated":                       always(fault.Do(half, fault.Close)),
		"body truncated in a chunk":            always(fault.Do(fault.Head(200, "Transfer-Encoding", "chunked"), fault.Raw("ff\r\n{\"id\":"), fault.Close)),
		"body truncated before the last chunk": always(fault.Do(fault.Head(200, "Transfer-Encoding", "chunked"), fault.Chunk(oneSite), fault.Close)),
		"body truncated after complete JSON":   always(fault.Do(fault.Head(200, "Content-Length", "100"), fault.Raw(oneSite), fault.Close)),
		"body truncated in its gzip":           always(fault.Respond(200, string(fault.Bomb[:100]), "Content-Encoding", "gzip")),
		"length of 1 EB":                       always(fault.Do(fault.Head(200, "Content-Length", "1000000000000000000"), fault.Raw(oneSite), fault.Close)),
		"slow first byte": set(func(c *cell) {
			c.acts = []fault.Act{fault.Do(func(*fault.Exchange) { <-time.After(200 * time.Millisecond) }, success(c.class))}
		}),
		"silence":                        hanging(fault.Hold),
		"silence in the header":          hanging(fault.Do(fault.Raw("HTTP/1.1 200 OK\r\n"), fault.Hold)),
		"silence in the body":            hanging(fault.Do(half, fault.Hold)),
		"silence in an error body":       hanging(fault.Do(fault.Head(502, "Content-Length", "100"), fault.Raw("<html>"), fault.Hold)),
		"silence in the body of a 400":   hanging(fault.Do(fault.Head(400, "Content-Length", "100"), fault.Raw("<html>"), fault.Hold)),
		"error body truncated":           always(fault.Do(fault.Head(500, "Content-Length", "100"), fault.Raw("<html>"), fault.Close)),
		"error body reset":               always(fault.Do(fault.Head(404, "Content-Length", "100"), fault.Raw("<html>"), fault.Reset)),
		"deadline passes in the silence": set(func(c *cell) { c.acts, c.limit = []fault.Act{fault.Hold}, brief }),
	}
	for name, ending := range map[string]fault.Act{
		"502": fault.Respond(502, page, "Content-Type", "text/html"), "reset": fault.Reset, "silence": fault.Hold, "a truncated body": fault.Do(half, fault.Close),
	} {
		act := fault.Do(fault.Commit, ending)
		all["commit, then "+name], all["commit, then "+name+", twice, then success"] = always(act), twice(act)
	}
	for _, name := range []string{"commit, then silence", "commit, then silence, twice, then success"} {
		all[name] = briefly(all[name])
	}
	return all
}

func redirects() map[string]*scenario {
	all := map[string]*scenario{
		"302 without a Location": always(fault.Respond(302, "")),
		"302 to an invalid URL":  always(fault.Respond(302, "", "Location", "http://%zz/")),
		"302 to a file":          always(fault.Respond(302, "", "Location", "file:///etc/passwd")),
		"307 in a circle": set(func(c *cell) {
			c.config.Respond = func(r *fault.Request) fault.Act { return fault.Respond(307, "", "Location", r.Target) }
		}),
		"302 in a circle": set(func(c *cell) {
			c.config.Respond = func(r *fault.Request) fault.Act { return fault.Respond(302, "", "Location", r.Target) }
		}),
		"307, then 502":          elsewhere(307, func(string) fault.Act { return fault.Respond(502, page) }),
		"307, then 502, commits": elsewhere(307, func(string) fault.Act { return fault.Do(fault.Commit, fault.Respond(502, page)) }),
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		all[fmt.Sprintf("%d on the same origin", status)] = elsewhere(status, success)
	}
	for name, target := range map[string]string{"another host": "http://localhost:%s/x", "another port": "http://127.0.0.1:%s/x", "another scheme": "https://127.0.0.1:%s/x"} {
		for _, status := range []int{302, 307} {
			all[fmt.Sprintf("%d to %s", status, name)] = set(func(c *cell) { c.awayTo(status, target) })
		}
	}
	return all
}

// elsewhere redirects each request to a path where act responds.
func elsewhere(status int, act func(class string) fault.Act) *scenario {
	return set(func(c *cell) {
		c.config.Respond = func(r *fault.Request) fault.Act {
			if strings.HasSuffix(r.Target, "/elsewhere") {
				return act(c.class)
			}
			return fault.Respond(status, "", "Location", "/elsewhere")
		}
	})
}

// awayTo redirects to another server, to which the client must not connect.
func (c *cell) awayTo(status int, target string) {
	other, err := fault.Serve(fault.Config{Respond: fault.Script(success(c.class))})
	if err != nil {
		panic(err)
	}
	c.cleanup = other.Close
	c.check = func() string {
		if n := other.Conns(); n > 0 {
			return fmt.Sprintf("the other server accepted %d connections", n)
		}
		return ""
	}
	c.config.Respond = func(*fault.Request) fault.Act {
		_, port, _ := net.SplitHostPort(other.Addr())
		if strings.HasPrefix(target, "https://127.0.0.1") { // the same host and port
			_, port, _ = net.SplitHostPort(c.server.Addr())
		}
		return fault.Respond(status, "", "Location", fmt.Sprintf(target, port))
	}
}

func badResponses() map[string]*scenario {
	all := map[string]*scenario{
		"page of a proxy":              always(fault.Respond(200, page, "Content-Type", "text/html")),
		"page typed as JSON":           always(fault.Respond(200, page)),
		"JSON without a type":          always(fault.Respond(200, oneSite, "Content-Type", "")),
		"JSON typed as text":           always(fault.Respond(200, oneSite, "Content-Type", "text/plain")),
		"unknown coding":               always(fault.Respond(200, "\x1b\x08\x00\x80", "Content-Encoding", "br")),
		"gzip that is not gzip":        always(fault.Respond(200, oneSite, "Content-Encoding", "gzip")),
		"gzip with a wrong checksum":   always(fault.Respond(200, string(fault.Bomb[:len(fault.Bomb)-8])+"\x00\x00\x00\x00\x00\x00\x10\x00", "Content-Encoding", "gzip")),
		"invalid chunks":               always(fault.Do(fault.Head(200, "Transfer-Encoding", "chunked"), fault.Raw("zz\r\n"), fault.Close)),
		"two lengths":                  always(fault.Do(fault.Head(200, "Content-Length", "2", "Content-Length", "3"), fault.Raw("{}"), fault.Close)),
		"more than the Content-Length": always(fault.Do(fault.Head(200, "Content-Length", fmt.Sprint(len(oneSite)), "Connection", "close"), fault.Raw(oneSite+"and more"), fault.Close)),
		"commit, then page of a proxy": always(fault.Do(fault.Commit, fault.Respond(200, page, "Content-Type", "text/html"))),
	}
	for name, body := range map[string]string{
		"empty":               "",
		"blank":               " \n",
		"garbage":             "\x00\xff\xfe{",
		"truncated JSON":      oneSite[:len(oneSite)-3],
		"trailing bytes":      oneSite + "x",
		"two values":          oneSite + oneSite,
		"byte order mark":     "\xef\xbb\xbf" + oneSite,
		"deep nesting":        `{"id":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + `}`,
		"null":                "null",
		"array":               "[" + oneSite + "]",
		"string":              `"site"`,
		"no items":            `{"id":"site-1"}`,
		"items null":          `{"id":"site-1","items":null}`,
		"items an object":     `{"id":"site-1","items":{}}`,
		"next a string":       `{"id":"site-1","items":[],"next":"c1"}`,
		"next.page a number":  `{"id":"site-1","items":[],"next":{"page":7}}`,
		"next null":           `{"id":"site-1","items":[],"next":null}`,
		"next.page empty":     `{"id":"site-1","items":[],"next":{"page":""}}`,
		"wrong field types":   `{"id":7,"title":{},"slug":[],"source":"x","urls":1,"visibility":false,"items":[{"id":7,"urls":"x"},{"title":[]}]}`,
		"null for everything": `{"id":null,"title":null,"slug":null,"urls":null,"source":null,"items":[{"id":null,"urls":null}]}`,
		"items of null":       `{"id":"site-1","items":[null]}`,
		"duplicate names":     `{"id":"site-1","id":"site-2","items":[],"items":[]}`,
		"broken UTF-8":        "{\"id\":\"\xff\",\"items\":[]}",
	} {
		all["response: "+name] = always(fault.Respond(200, body))
	}
	return all
}

func oversized() map[string]*scenario {
	block := []byte(strings.Repeat("<html>", 1<<14))
	fifty := (50<<20)/len(block) + 1
	gzipped := fault.Head(200, "Content-Encoding", "gzip", "Content-Type", "application/json")
	return map[string]*scenario{
		"50 MB response":        heavy(fault.Do(fault.Head(200, "Content-Type", "text/html"), fault.Repeat(block, fifty), fault.Close)),
		"endless response":      heavy(fault.Do(fault.Head(200, "Content-Type", "text/html"), fault.Repeat(block, -1))),
		"1 GiB gzip bomb":       heavy(fault.Do(gzipped, fault.Repeat(fault.Bomb, 1<<10), fault.Close)),
		"50 MB error body":      always(fault.Do(fault.Head(500), fault.Repeat(block, fifty), fault.Close)),
		"endless error body":    always(fault.Do(fault.Head(404), fault.Repeat(block, -1))),
		"gzip bomb as an error": always(fault.Do(fault.Head(500, "Content-Encoding", "gzip"), fault.Repeat(fault.Bomb, 1<<10), fault.Close)),
		"endless header":        longHeader(fault.Do(fault.Raw("HTTP/1.1 200 OK\r\nX-A: "), fault.Repeat(block, -1))),
	}
}

func inputs() map[string]*scenario {
	all := map[string]*scenario{}
	for name, id := range map[string]string{
		"empty": "", "a dot": ".", "two dots": "..", "a/b": "a/b", "%2F": "%2F", "%2e%2e": "%2e%2e", "a newline": "a\r\nHost: evil.test\r\n\r\n", "NUL": "a\x00b",
		"a query": "a?b=c#d", "very long": strings.Repeat("x", 64<<10),
	} {
		all["ID: "+name] = set(func(c *cell) { c.org = id })
	}
	for name, secret := range map[string]string{"a newline": "secret\r\nX-Evil: 1", "NUL": "secret\x00", "a space": "secret secret", "not ASCII": "sécret"} {
		all["token: "+name] = set(func(c *cell) { c.token = secret })
	}
	all["token: a source that returns a newline"] = set(func(c *cell) {
		c.token = ""
		c.opts = append(c.opts, publishing.WithTokenSource(func(context.Context) (string, error) { return "secret\n", nil }))
	})
	all["token: a source that fails"] = set(func(c *cell) {
		c.token = ""
		c.opts = append(c.opts, publishing.WithTokenSource(func(context.Context) (string, error) { return "", context.DeadlineExceeded }))
	})
	return all
}

func iterations() map[string]*scenario {
	// pages responds to lists by cursor, which is "" for the first page.
	pages := func(respond func(cursor string, n int) fault.Act) *scenario {
		return set(func(c *cell) {
			c.config.Respond = func(r *fault.Request) fault.Act {
				u, err := url.Parse(r.Target)
				if err != nil {
					panic(err)
				}
				if act := respond(u.Query().Get("page"), r.N); act != nil && c.class == fault.List {
					return act
				}
				return success(c.class)
			}
		})
	}
	pageBefore := func(to string) fault.Act {
		return fault.Respond(200, fmt.Sprintf(`{"items":[{"id":"a"}],"next":{"page":%q}}`, to), "Connection", "close") // net/http itself would retry on a kept connection
	}
	linked := func(next map[string]string) *scenario {
		return pages(func(cursor string, _ int) fault.Act { return pageBefore(next[cursor]) })
	}
	// second responds with the first page, and performs an act for the second one.
	second := func(act fault.Act) *scenario {
		return pages(func(cursor string, _ int) fault.Act {
			if cursor == "" {
				return pageBefore("c1")
			}
			return act
		})
	}
	return map[string]*scenario{
		"cursor that leads to itself": linked(map[string]string{"": "c1", "c1": "c1"}),
		"cursors in a circle":         linked(map[string]string{"": "c1", "c1": "c2", "c2": "c1"}),
		"empty pages": pages(func(cursor string, _ int) fault.Act {
			if cursor == "c1" {
				return fault.Respond(200, `{"items":[]}`)
			}
			return fault.Respond(200, `{"items":[],"next":{"page":"c1"}}`)
		}),
		"cursors without end":                      pages(func(_ string, n int) fault.Act { return pageBefore(fmt.Sprint("c", n)) }),
		"page that fails in an iteration":          second(fault.Respond(500, "")),
		"page that does not exist in an iteration": second(fault.Respond(404, "")),
		"page truncated twice in an iteration": pages(func(_ string, n int) fault.Act {
			return map[int]fault.Act{1: pageBefore("c1"), 2: fault.Reset, 3: fault.Do(fault.Head(200, "Content-Length", "99"), fault.Close)}[n]
		}),
		"page without items in an iteration":     second(fault.Respond(200, `{}`)),
		"page limited for a day in an iteration": second(fault.Respond(429, "", "Retry-After", "86400")),
		"page of a proxy in an iteration":        second(fault.Respond(200, page, "Content-Type", "text/html")),
	}
}

func streams() map[string]*scenario {
	opened := fault.Head(200, "Content-Type", "text/event-stream")
	chunked := fault.Head(200, "Content-Type", "text/event-stream", "Transfer-Encoding", "chunked")
	comment := []byte(strings.Repeat(":"+strings.Repeat(" still here", 100)+"\n\n", 1<<6))
	zipped := string(fault.Zip([]byte(events)))
	all := map[string]*scenario{
		"stream reset in an event":             always(fault.Do(chunked, fault.Chunk(events+"data: {"), fault.Reset)),
		"stream truncated in an event":         always(fault.Do(chunked, fault.Chunk(events+"data: {\"type\":\"answer\"}\n"), fault.Close)),
		"stream truncated between events":      always(fault.Do(chunked, fault.Chunk(events), fault.Close)),
		"stream ends in a line":                always(fault.Do(chunked, fault.Chunk(events+"data: {\"ty"), fault.Chunk(""))),
		"stream ends in an event":              always(fault.Do(opened, fault.Raw(events+"data: {\"type\":\"answer\"}\n"), fault.Close)),
		"stream ends between events":           always(fault.Do(chunked, fault.Chunk(events), fault.Chunk(""))),
		"stream falls silent":                  hanging(fault.Do(chunked, fault.Chunk(events), fault.Hold)),
		"stream falls silent at once":          hanging(fault.Do(chunked, fault.Hold)),
		"stream falls silent in a line":        hanging(fault.Do(chunked, fault.Chunk("data: {"), fault.Hold)),
		"stream with an event of 10 MB":        always(fault.Do(opened, fault.Raw("data: \""), fault.Repeat([]byte(strings.Repeat("x", 1<<20)), 10), fault.Raw("\"\n\n"), fault.Close)),
		"stream with 1 GiB of comments":        heavy(fault.Do(opened, fault.Repeat(comment, (1<<30)/len(comment)+1), fault.Raw(events), fault.Close)),
		"stream with an error event":           always(fault.Respond(200, events+"event: error\ndata: {\"error\":{\"code\":1,\"message\":\"no\"}}\n\n", "Content-Type", "text/event-stream")),
		"stream with an error and more":        always(fault.Respond(200, "event: error\ndata: no\n\n"+events, "Content-Type", "text/event-stream")),
		"stream with broken JSON in it":        always(fault.Respond(200, events+"data: {\"type\":\n\n"+events, "Content-Type", "text/event-stream")),
		"stream with null in it":               always(fault.Respond(200, "data: null\n\n", "Content-Type", "text/event-stream")),
		"stream with a split character":        always(fault.Do(chunked, fault.Chunk("data: {\"type\":\"\xc3"), fault.Chunk("\xa9\"}\n\n"), fault.Chunk(""))),
		"stream done before its end":           hanging(fault.Do(chunked, fault.Chunk(events+"event: done\ndata: x\n\n"), fault.Hold)),
		"stream that is a page":                always(fault.Respond(200, page, "Content-Type", "text/html")),
		"stream that is empty":                 always(fault.Respond(200, "", "Content-Type", "text/event-stream")),
		"stream of heartbeats, then truncated": always(fault.Do(chunked, fault.Chunk(": \n\n: \n"), fault.Close)),
		"stream in unrequested gzip":           always(fault.Respond(200, zipped, "Content-Type", "text/event-stream", "Content-Encoding", "gzip")),
		"stream truncated in its gzip":         always(fault.Respond(200, zipped[:len(zipped)-1], "Content-Type", "text/event-stream", "Content-Encoding", "gzip")),
		"stream in corrupt gzip":               always(fault.Respond(200, zipped[:len(zipped)-1]+"\x01", "Content-Type", "text/event-stream", "Content-Encoding", "gzip")),
		"stream in another coding":             always(fault.Respond(200, zipped, "Content-Type", "text/event-stream", "Content-Encoding", "br")),
		"stream with a bare error event":       always(fault.Respond(200, events+"event: error\n\n", "Content-Type", "text/event-stream")),
		"stream with a bare done":              hanging(fault.Do(chunked, fault.Chunk(events+"event: done\n\n"), fault.Hold)),
		"stream with [DONE]":                   hanging(fault.Do(chunked, fault.Chunk(events+"data: [DONE]\n\n"), fault.Hold)),
		"stream with a bad type parameter":     always(fault.Respond(200, events, "Content-Type", "text/event-stream; charset")),
		"stream rejected by a page, with 503":  always(fault.Respond(503, page, "Content-Type", "text/html")),
	}
	return all
}

func http2() map[string]*scenario {
	over := func(handler func(c *cell, w http.ResponseWriter)) *scenario {
		return set(func(c *cell) { c.http2 = func(w http.ResponseWriter, _ *http.Request) { handler(c, w) } })
	}
	status := func(status int, header ...string) *scenario {
		return over(func(_ *cell, w http.ResponseWriter) {
			if len(header) > 0 {
				w.Header().Set(header[0], header[1])
			}
			w.WriteHeader(status)
		})
	}
	framed := func(s *scenario) *scenario {
		return set(func(c *cell) {
			s.set(c)
			c.config.HTTP2 = true
		})
	}
	protocolError := fault.Do(fault.Commit, fault.ResetStream(fault.ProtocolError))
	refusedStream := fault.ResetStream(fault.RefusedStream)
	return map[string]*scenario{
		"HTTP/2: commit, then PROTOCOL_ERROR":                      framed(always(protocolError)),
		"HTTP/2: commit, then PROTOCOL_ERROR, twice, then success": framed(twice(protocolError)),
		"HTTP/2: commit, then GOAWAY and closed":                   framed(always(fault.Do(fault.Commit, fault.GoAway(fault.NoError), fault.Close))),
		"HTTP/2: commit, then REFUSED_STREAM in the body":          framed(always(fault.Do(fault.Commit, fault.Head(200), fault.Raw(`{"id":`), refusedStream))),
		"HTTP/2: REFUSED_STREAM":                                   framed(always(refusedStream)),
		"HTTP/2: REFUSED_STREAM, twice, then success":              framed(twice(refusedStream)),
		"HTTP/2: GOAWAY before the stream":                         framed(always(fault.GoAwayBefore(fault.NoError))),
		"HTTP/2: success": over(func(c *cell, w http.ResponseWriter) {
			switch c.class {
			case fault.Delete:
				w.WriteHeader(205)
				return
			case fault.Create, fault.Put:
				w.WriteHeader(201)
			case fault.Stream:
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = w.Write([]byte(events))
				return
			}
			_, _ = w.Write([]byte(oneSite))
		}),
		"HTTP/2: reset before the response": over(func(*cell, http.ResponseWriter) { panic(http.ErrAbortHandler) }),
		"HTTP/2: body reset": over(func(_ *cell, w http.ResponseWriter) {
			_, _ = w.Write([]byte(`{"id":`))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}),
		"HTTP/2: 502":          status(502),
		"HTTP/2: 404":          status(404),
		"HTTP/2: 429 at once":  status(429, "Retry-After", "0"),
		"HTTP/2: 503 in a day": status(503, "Retry-After", "86400"),
	}
}
