package transport

import (
	"bytes"
	"encoding/base64"
	"net/url"
)

// secrets are the tokens a call has used. A service that repeats a token in its answer must not bring it into an error or a log.
type secrets struct {
	tokens []string
}

func (s *secrets) add(token string) {
	for _, known := range s.tokens {
		if known == token {
			return
		}
	}
	s.tokens = append(s.tokens, token)
}

// redact replaces the tokens, also escaped or in base64, by "[redacted]". It returns data itself when there is none.
func (s *secrets) redact(data []byte) []byte {
	for _, token := range s.tokens {
		for _, form := range []string{
			token,
			url.QueryEscape(token),
			url.PathEscape(token),
			base64.StdEncoding.EncodeToString([]byte(token)),
			base64.RawStdEncoding.EncodeToString([]byte(token)),
			base64.URLEncoding.EncodeToString([]byte(token)),
			base64.RawURLEncoding.EncodeToString([]byte(token)),
		} {
			if bytes.Contains(data, []byte(form)) {
				data = bytes.ReplaceAll(data, []byte(form), []byte("[redacted]"))
			}
		}
	}
	return data
}

func (s *secrets) redactString(text string) string { return string(s.redact([]byte(text))) }
