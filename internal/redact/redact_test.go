package redact

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/rison"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

const canary = "c4n4ry-T0k3n+with/slash=="

var risonEscapes = strings.NewReplacer("!", "!!", "'", "!'")

var percentEscapes = regexp.MustCompile("%..")

// quotes are the ways in which one text quotes another.
var quotes = map[string]func(text string) string{
	"plain":      func(text string) string { return text },
	"in a query": url.QueryEscape,
	"in a query, small": func(text string) string {
		return percentEscapes.ReplaceAllStringFunc(url.QueryEscape(text), strings.ToLower)
	},
	"in a path segment":        url.PathEscape,
	"in a path":                func(text string) string { return (&url.URL{Path: "/" + text}).EscapedPath()[1:] },
	"in a fragment":            func(text string) string { return (&url.URL{Fragment: text}).EscapedFragment() },
	"as a user":                func(text string) string { return url.User(text).String() },
	"as a password":            func(text string) string { return strings.TrimPrefix(url.UserPassword("git", text).String(), "git:") },
	"each byte escaped":        eachByte,
	"JSON":                     func(text string) string { return inJSON(text, false) },
	"JSON that fits into HTML": func(text string) string { return inJSON(text, true) },
	"JSON with escaped slash":  func(text string) string { return strings.ReplaceAll(inJSON(text, false), "/", `\/`) },
	"JSON in ASCII":            jsonInASCII,
	"Go":                       func(text string) string { quoted := strconv.Quote(text); return quoted[1 : len(quoted)-1] },
	"Go in ASCII":              func(text string) string { quoted := strconv.QuoteToASCII(text); return quoted[1 : len(quoted)-1] },
	"HTML":                     html.EscapeString,
	"HTML by number":           htmlByNumber,
	"HTML by name":             htmlByName.Replace,
	"template":                 template.HTMLEscapeString,
	"script":                   template.JSEscapeString,
	"Rison":                    func(text string) string { return risonEscapes.Replace(text) },
	"XML":                      inXML,
	"next to something longer": func(text string) string { return "x" + text + "y" },
	"twice":                    func(text string) string { return text + text },
}

// encodings are the encodings in which a text contains another.
var encodings = map[string]func(text string) string{
	"base64":                 func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) },
	"base64 without padding": func(text string) string { return base64.RawStdEncoding.EncodeToString([]byte(text)) },
	"base64 for URLs":        func(text string) string { return base64.URLEncoding.EncodeToString([]byte(text)) },
	"base64 after 1 byte":    func(text string) string { return base64.StdEncoding.EncodeToString([]byte(":" + text)) },
	"base64 after 2 bytes":   func(text string) string { return base64.StdEncoding.EncodeToString([]byte("u:" + text)) },
	"base64 of the header":   func(text string) string { return base64.StdEncoding.EncodeToString([]byte("Bearer " + text)) },
	"base64 with more after": func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text + "more")) },
}

func eachByte(text string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, "%%%02x", text[i])
	}
	return b.String()
}

func inJSON(text string, forHTML bool) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(forHTML)
	_ = encoder.Encode(text)
	return b.String()[1 : b.Len()-2]
}

func jsonInASCII(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, `\u%04X`, unit)
	}
	return b.String()
}

func htmlByNumber(text string) string {
	var b strings.Builder
	for i, r := range []rune(text) {
		fmt.Fprintf(&b, []string{"&#%d;", "&#x%x;"}[i%2], r)
	}
	return b.String()
}

var htmlByName = strings.NewReplacer("_", "&lowbar;", ".", "&period;", "/", "&sol;", "=", "&equals;", "&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;", "'", "&apos;",
	"\u00a0", "&nbsp;", "é", "&eacute;")

func inXML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

// shapes are the forms in which a service could repeat a token.
func shapes(token string) map[string]string {
	all := map[string]string{}
	for name, quote := range quotes {
		all[name] = quote(token)
		for outer, quoteAgain := range quotes {
			all[name+", then "+outer] = quoteAgain(quote(token))
		}
	}
	for name, encode := range encodings {
		all[name] = encode(token)
		for outer, quote := range quotes {
			all[name+", then "+outer] = quote(encode(token))
		}
	}
	return all
}

// TestWholeTokenIsReplacedInBase64 finds what is left of a token behind one and two other bytes:
// the characters that also have bits of what is around it.
func TestWholeTokenIsReplacedInBase64(t *testing.T) {
	t.Parallel()
	const token = "a-token-of-24-characters"
	for before, left := range []int{0, 2, 3} {
		encoded := base64.StdEncoding.EncodeToString([]byte("::"[:before] + token))
		var s Secrets
		s.Add(token)
		rest := s.Text(encoded)
		require.Equal(t, encoded[:left], rest[:left])
		require.True(t, strings.HasPrefix(rest[left:], "[redacted]"), "%d bytes before: %s", before, rest)
	}
}

// traces are parts of a token that must not be left.
func traces(token string) []string {
	pieces := []string{token, token[4:16]}
	for before := range 3 {
		encoded := base64.StdEncoding.EncodeToString([]byte("..."[:before] + token))
		pieces = append(pieces, encoded[4:16])
	}
	return pieces
}

// nasty are the characters that encoders treat in different ways.
var nasty = []rune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\u00a0\u2028é日😀aZ09")

// nastyText returns a random text of n characters. It begins and ends with visible ones, since
// space around a secret is no part of it.
func nastyText(r *rand.Rand, n int) string {
	text := []rune{'<'}
	for range n - 2 {
		text = append(text, nasty[r.IntN(len(nasty))])
	}
	return string(append(text, '>'))
}

func TestTokenIsRedactedInEachForm(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	tokens := []string{canary, `q"<&>'\+/=sekretsekret`, "plainplainplainplain", "50%25off%%%41&amp;!!'", "with,;$&+=@and/more"}
	for range sample.Count(4, 20) {
		tokens = append(tokens, nastyText(random, 16+random.IntN(24)))
	}
	count := 0
	for _, token := range tokens {
		var s Secrets
		s.Add("another-token-of-the-call")
		s.Add(token)
		for name, shape := range shapes(token) {
			count++
			text := "before " + shape + " after"
			got := s.Text(text)
			require.Contains(t, got, "[redacted]", "%s of %q", name, token)
			require.True(t, strings.HasPrefix(got, "before ") && strings.HasSuffix(got, " after"), got)
			if !strings.Contains(name, "base64") && !strings.Contains(name, "longer") {
				require.Empty(t, strings.ReplaceAll(got[len("before "):len(got)-len(" after")], Redacted, ""), "%s of %q", name, token)
			}
			for _, trace := range traces(token) {
				require.NotContains(t, got, trace, name)
			}
			require.Equal(t, got, string(s.Bytes([]byte(text))))
		}
	}
	t.Logf("%d forms of %d tokens", count, len(tokens))
}

// TestSecretInAFieldIsRedactedInEachForm is about each type of field with a secret, and about all
// that such a field can contain.
func TestSecretInAFieldIsRedactedInEachForm(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range sample.Count(4, 20) {
		text := nastyText(random, 12+random.IntN(12))
		number := json.Number(strconv.FormatInt(100_000_000+random.Int64N(1<<60), 10))
		object, err := api.NewSecretJSON(map[string]any{"n": number, "list": []any{map[string]string{"text": text}}, text + "-name": true})
		require.NoError(t, err)
		quoted, err := rison.Encode(object.Reveal())
		require.NoError(t, err)
		for field, secrets := range map[any][]string{
			struct{ S api.Secret }{api.NewSecret(text)}:                                            {text},
			&struct{ M api.SecretMap }{api.NewSecretMap(map[string]string{"x": text})}:             {text},
			struct{ J api.SecretJSON }{object}:                                                     {text, text + "-name", number.String(), string(object.Reveal()), quoted},
			struct{ S api.Secret }{api.NewSecret("https://u:" + url.PathEscape(text) + "@h/a")}:    {text},
			struct{ S api.Secret }{api.NewSecret("https://h/" + url.PathEscape(text) + "k")}:       {text + "k"},
			struct{ S api.Secret }{api.NewSecret("https://h/a?x=1&y=" + url.QueryEscape(text))}:    {text},
			struct{ S *api.Secret }{new(api.NewSecret("Bearer " + strings.Repeat("a", 8) + text))}: {"Bearer " + strings.Repeat("a", 8) + text},
		} {
			var s Secrets
			s.AddSent(Sent{Fields: [2]any{nil, field}})
			for _, secret := range secrets {
				if strings.HasPrefix(secret, "Bearer ") && len(strings.Fields(secret)) == 2 {
					secret = strings.TrimPrefix(secret, "Bearer ")
				}
				for name, quote := range quotes {
					got := s.Text("before " + quote(secret) + " after")
					rest := strings.Trim(strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(got, "before "), " after"), Redacted, ""), "xy")
					require.Empty(t, rest, "%s of %q in %T", name, secret, field)
				}
			}
		}
	}
}

func TestShortSecretInAFieldLeavesTheTextReadable(t *testing.T) {
	t.Parallel()
	object, err := api.NewSecretJSON(map[string]any{"plan": "pro", "seats": 12345, "since": 2026})
	require.NoError(t, err)
	var s Secrets
	s.AddSent(Sent{Fields: [2]any{nil, struct{ J api.SecretJSON }{object}}})
	const text = "the plan pro has 12345 seats since 2026"
	require.Equal(t, text, s.Text(text))
	require.Equal(t, "want another plan than [redacted]", s.Text(`want another plan than {"plan":"pro","seats":12345,"since":2026}`))
	require.Equal(t, "want another plan than [redacted]", s.Text(`want another plan than (plan:pro,seats:12345,since:2026)`))
}

func TestNumberIsRedactedInEachNotation(t *testing.T) {
	t.Parallel()
	object, err := api.NewSecretJSON(map[string]any{"pin": json.Number("4242424242.50"), "large": json.Number("1.2345678901E+25")})
	require.NoError(t, err)
	var s Secrets
	s.AddSent(Sent{Fields: [2]any{nil, struct{ J api.SecretJSON }{object}}})
	for _, text := range []string{"4242424242.50", "4242424242.5", "4.2424242425e+09", "1.2345678901E+25", "1.2345678901e+25", "12345678901000000000000000"} {
		require.Equal(t, "[redacted]", s.Text(text), text)
	}
}

func TestCharacterReferencesAreThoseOfHTML(t *testing.T) {
	t.Parallel()
	names := []string{"#39", "#x2F", "#Xe9", "#128512"}
	for _, known := range references() {
		_, size := utf8.DecodeLastRuneInString(known)
		names = append(names, known[:len(known)-size])
	}
	require.Len(t, names, 4+96+43)
	for _, name := range names {
		reference := "&" + name + ";"
		plain, length := entity(reference + "rest;")
		require.Equal(t, html.UnescapeString(reference), plain, reference)
		require.Equal(t, len(reference), length, reference)
	}
	for _, text := range []string{"&", "&;", "&#;", "&#x;", "&#-1;", "&#x1g;", "&#99999999999;", "&amp", "& amp;", "&nothing;"} {
		plain, length := entity(text)
		require.Empty(t, plain, text)
		require.Zero(t, length, text)
	}
}

func TestErrorThatCostsTimeIsRedactedInBoundedTime(t *testing.T) {
	t.Parallel()
	var s Secrets
	s.Add(canary)
	text := strings.Repeat(`%255c%2526amp;\\u0025&#92;`, 2000) + canary
	require.LessOrEqual(t, len(layersOf(text)), 64)
	require.Contains(t, s.Text(text), Redacted)
}

func TestTextWithManyShortTokensIsCopiedAFewTimes(t *testing.T) { //nolint:paralleltest // AllocsPerRun must not run beside other tests
	const many = 5000
	var s Secrets
	s.Add("a")
	text := strings.Repeat("Bearer a ", many)
	require.Equal(t, strings.Repeat("Bearer [redacted] ", many), s.Text(text))
	require.Less(t, testing.AllocsPerRun(1, func() { s.Text(text) }), 100.0)
}

func TestTokenThatBeginsAnotherLeavesNoRestOfIt(t *testing.T) {
	t.Parallel()
	const short, long = "first-secret-token", "first-secret-token-and-more"
	for _, tokens := range [][]string{{short, long}, {long, short}} {
		s := Secrets{Shared: &Shared{}}
		for _, token := range tokens {
			s.Add(token)
			require.Equal(t, "[redacted]", s.Text(token), "the form cache follows the token")
		}
		require.Equal(t, "a [redacted] b [redacted] c", s.Text("a "+long+" b "+short+" c"))
	}
}

func TestCallsOfAClientDoNotRedactEachOthersTokens(t *testing.T) {
	t.Parallel()
	var shared Shared
	one, other := Secrets{Shared: &shared}, Secrets{Shared: &shared}
	one.Add("token-of-one")
	other.Add("token-of-other")
	for range 2 {
		require.Equal(t, "[redacted] token-of-other", one.Text("token-of-one token-of-other"))
		require.Equal(t, "token-of-one [redacted]", other.Text("token-of-one token-of-other"))
	}
}

func TestTextWithoutATokenStaysItself(t *testing.T) {
	t.Parallel()
	var s Secrets
	data := []byte("nothing here")
	require.Same(t, &data[0], &s.Bytes(data)[0])
	s.Add(canary)
	require.Same(t, &data[0], &s.Bytes(data)[0])
	require.Equal(t, "nothing here", s.Text("nothing here"))
	header := http.Header{"X": {"a", "b"}}
	require.Same(t, &header["X"][0], &s.Header(header)["X"][0])
	require.Nil(t, s.Header(nil))
	require.Empty(t, s.Bytes(nil))
}

func TestShortTokenIsRedactedOnlyAsAHeaderValue(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"t", "tok", "1234567", "a b", "+", "\xff"} {
		s := Secrets{Shared: &Shared{}}
		s.Add("another-token-of-the-call")
		s.Add(token)
		for text, want := range map[string]string{
			token:                                       "[redacted]",
			" " + token + " ":                           "[redacted]",
			"Bearer " + token:                           "Bearer [redacted]",
			"bearer  " + token:                          "bearer  [redacted]",
			`bad header "Bearer ` + token + `".`:        `bad header "Bearer [redacted]".`,
			"Bearer " + token + ", Bearer " + token:     "Bearer [redacted], Bearer [redacted]",
			"Bearer " + token + "oken":                  "Bearer " + token + "oken",
			"the Bearer":                                "the Bearer",
			"the title is not there, 1234567890":        "the title is not there, 1234567890",
			"x" + token + "y another-token-of-the-call": "x" + token + "y [redacted]",
		} {
			require.Equal(t, want, s.Text(text), token)
			require.Equal(t, want, string(s.Bytes([]byte(text))), token)
		}
		require.Equal(t, http.Header{"A": {"[redacted]"}, "B": {"Bearer [redacted]", "title"}}, s.Header(http.Header{"A": {token}, "B": {"Bearer " + token, "title"}}))
	}
}

func TestRedactedHeaderIsACopy(t *testing.T) {
	t.Parallel()
	var s Secrets
	s.Add(canary)
	header := http.Header{"A": {"x", canary}, "B": {"y"}}
	require.Equal(t, http.Header{"A": {"x", "[redacted]"}, "B": {"y"}}, s.Header(header))
	require.Equal(t, canary, header["A"][1])
}

func TestErrorThatShowsATokenKeepsItsIdentity(t *testing.T) {
	t.Parallel()
	var s Secrets
	s.Add(canary)
	plain := fmt.Errorf("read: %w", io.ErrUnexpectedEOF)
	require.Same(t, plain, s.Error(plain))

	err := s.Error(fmt.Errorf("rejected %s: %w", canary, context.DeadlineExceeded))
	require.Equal(t, "rejected [redacted]: context deadline exceeded", err.Error())
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NotErrorIs(t, err, io.EOF)
	require.True(t, (&api.TransportError{Err: err}).Timeout())
	require.NoError(t, errors.Unwrap(err), "the chain would show it")
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %q", err, err, err, err), canary)
}

func TestErrorThatShowsTheQueryOrAUserKeepsItsIdentity(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`Get "https://api.example.com/v1/x?a=b&c=d%2Fe": EOF`:             `Get "https://api.example.com/v1/x?[redacted]": EOF`,
		`proxy http://me:pa55word@10.0.0.1:3128: no`:                      `proxy http://[redacted]@10.0.0.1:3128: no`,
		`parse "socks5://me@proxy" and https://%6de:x%20y@h/?a=b&c=d%2Fe`: `parse "socks5://[redacted]@proxy" and https://[redacted]@h/?[redacted]`,
	} {
		var s Secrets
		s.AddSent(Sent{Query: url.Values{"a": {"b"}, "c": {"d/e"}}})
		err := s.Error(fmt.Errorf("%s%w", text, &net.OpError{Op: "", Err: os.ErrDeadlineExceeded}))
		require.Equal(t, want+": i/o timeout", strings.Replace(err.Error(), " :", ":", 1))
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
		require.True(t, (&api.TransportError{Err: err}).Timeout())
		require.NoError(t, errors.Unwrap(err))
	}
	for _, plain := range []error{errors.New("mail a@b to https://api.example.com/v1/x?a=b and //x@y"), io.EOF} {
		var s Secrets
		s.AddSent(Sent{Query: url.Values{"c": {"d"}}})
		require.Same(t, plain, s.Error(plain))
		require.False(t, (&api.TransportError{Err: s.Error(errors.New("x?c=d"))}).Timeout())
	}
}

func TestSecretsInFieldsAreRedacted(t *testing.T) {
	t.Parallel()
	claims, err := api.NewSecretJSON(map[string]any{"name": "Augusta Byronette", "list": []any{"first-claim", 12345678}, "short": "ab"})
	require.NoError(t, err)
	type inner struct {
		Key api.Secret `json:"key"`
	}
	type self struct {
		Self *self
		Key  api.Secret
	}
	for want, test := range map[string]struct {
		query, body any
		text        string
	}{
		"no fields: tok3n-in-a-field":           {nil, nil, "no fields: tok3n-in-a-field"},
		"no secret: tok3n-in-a-field":           {struct{ Key string }{"tok3n-in-a-field"}, (*inner)(nil), "no secret: tok3n-in-a-field"},
		"field: [redacted]":                     {inner{api.NewSecret("tok3n-in-a-field")}, nil, "field: tok3n-in-a-field"},
		"pointer: [redacted]":                   {nil, &inner{api.NewSecret("tok3n-in-a-field")}, "pointer: tok3n-in-a-field"},
		"list: [redacted]":                      {nil, struct{ List []inner }{[]inner{{}, {api.NewSecret("tok3n-in-a-field")}}}, "list: tok3n-in-a-field"},
		"header: Bearer [redacted], not short":  {nil, struct{ M api.SecretMap }{api.NewSecretMap(map[string]string{"a": "Bearer tok3n-in-a-field", "b": "short"})}, "header: Bearer tok3n-in-a-field, not short"},
		"nullable: [redacted]":                  {nil, struct{ N api.Nullable[inner] }{api.Set(inner{api.NewSecret("tok3n-in-a-field")})}, "nullable: tok3n-in-a-field"},
		"null: tok3n-in-a-field":                {nil, struct{ N api.Nullable[inner] }{api.Null[inner]()}, "null: tok3n-in-a-field"},
		"JSON: Augusta? [redacted] [redacted]!": {struct{ Claims api.SecretJSON }{claims}, nil, "JSON: Augusta? Byronette first-claim!"},
		"query: [redacted], short, /a/b":        {nil, inner{api.NewSecret("https://docs.example.com/a/b?x=short&key=tok3n%20in-a-field")}, "query: in-a-field, short, /a/b"},
		"words: connection refused": {nil, struct {
			Q string `secret:"words"`
		}{"Why is my connection refused?"}, "words: connection refused"},
		"itself: [redacted]": {nil, self{Self: &self{Key: api.NewSecret("tok3n-in-a-field")}}, "itself: tok3n-in-a-field"},
	} {
		var s Secrets
		s.AddSent(Sent{Fields: [2]any{test.query, test.body}})
		require.Equal(t, want, s.Text(test.text))
	}
}

func TestCutReplacesTheBeginningOfASecret(t *testing.T) {
	t.Parallel()
	var secrets Secrets
	secrets.Add("token-of-the-program")
	for text, want := range map[string]string{
		"":                                "",
		"sent token-of-the-program to":    "sent [redacted] to",
		"sent token-of-the-progra":        "sent [redacted]",
		"sent token-of":                   "sent [redacted]",
		"sent token-o":                    "sent token-o",
		"sent token-of-the-program token": "sent [redacted] token",
		"sent dG9rZW4tb2YtdGhlLX":         "sent [redacted]", // in base64
	} {
		require.Equal(t, want, string(secrets.Cut([]byte(text))), text)
	}
}

func TestLongTextIsTruncated(t *testing.T) {
	t.Parallel()
	var s Secrets
	s.Add("token-of-the-program")
	for _, before := range []int{maxText - 25, maxText - 5, maxText, maxText + beyond - 5, maxText + beyond} {
		text := strings.Repeat("x", before) + "token-of-the-program" + strings.Repeat("é", 1<<20)
		shown := s.Text(text)
		require.NotContains(t, shown, "token")
		require.LessOrEqual(t, len(shown), maxText+len("…"))
		require.True(t, utf8.ValidString(shown))
	}
	text := strings.Repeat("x", maxText+beyond)
	require.Equal(t, text, s.Text(text))

	long := strings.Repeat("secret-", 3*beyond/7)
	s.Add(long)
	require.NotContains(t, s.Text(strings.Repeat("x", maxText-beyond/2)+long+strings.Repeat("y", 1<<20)), "secret")
}
