package api

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"sync"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/rison"
)

// hidden is the text that is printed in place of a secret.
const hidden = logvalue.Hidden

// A Secret is a text that must not be printed, such as a key or a token. Every verb of package fmt
// that prints values prints it as "[secret]", even as an exported field of a struct. So does
// package log/slog. As an unexported field, it prints in an encrypted form. Requests and JSON
// contain the text itself, and [Secret.Reveal] returns it. The zero value is the empty text. Two
// secrets are equal if their texts are.
//
// A JSON log handler marshals the values that it logs. The structs of the SDK that contain a Secret
// have a LogValue method that hides it. If your own struct contains a Secret, it needs such a
// method too.
type Secret struct {
	// The text is encrypted, so that reflection does not find it. Equal
	// texts have equal encrypted forms, so that == compares the texts.
	sealed string
}

// NewSecret returns a secret text.
func NewSecret(text string) Secret { return Secret{seal(text)} }

// Reveal returns the text.
func (s Secret) Reveal() string {
	if s.sealed == "" {
		return ""
	}
	start, rest := []byte(s.sealed[:aes.BlockSize]), []byte(s.sealed[aes.BlockSize:])
	cipher.NewCTR(sealing().block, start).XORKeyStream(rest, rest)
	return string(rest)
}

// IsZero reports whether the text is empty. The omitzero option of encoding/json calls it.
func (s Secret) IsZero() bool { return s.sealed == "" }

// String returns "[secret]".
func (s Secret) String() string { return hidden }

// GoString returns "[secret]".
func (s Secret) GoString() string { return hidden }

// Format writes "[secret]", whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// LogValue implements [slog.LogValuer]. It returns "[secret]".
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON encodes the text unredacted.
func (s Secret) MarshalJSON() ([]byte, error) { return jsonx.Marshal(s.Reveal()) }

// UnmarshalJSON sets the text. Null sets the empty text.
func (s *Secret) UnmarshalJSON(data []byte) error {
	var text string
	if err := jsonx.Unmarshal(data, &text); err != nil {
		return err
	}
	*s = NewSecret(text)
	return nil
}

// EncodeValues adds the text to a query, unredacted, unless it is empty. Package go-querystring
// calls it.
func (s Secret) EncodeValues(key string, v *url.Values) error {
	if !s.IsZero() {
		v.Set(key, s.Reveal())
	}
	return nil
}

// A SecretMap contains secrets by name, such as the headers of requests to another server. The
// names are not secret and are printed. A SecretMap is sent as an object. A nil map is sent as an
// empty object, unless its field may be left out of the request.
//
// Experimental: may change in any minor release; see the package comment.
type SecretMap map[string]Secret

// NewSecretMap returns a SecretMap of the texts by name.
func NewSecretMap(texts map[string]string) SecretMap {
	m := make(SecretMap, len(texts))
	for name, text := range texts {
		m[name] = NewSecret(text)
	}
	return m
}

// Reveal returns the texts by name.
func (m SecretMap) Reveal() map[string]string {
	texts := make(map[string]string, len(m))
	for name, secret := range m {
		texts[name] = secret.Reveal()
	}
	return texts
}

// LogValue implements [slog.LogValuer]. Its group contains the names.
func (m SecretMap) LogValue() slog.Value {
	attrs := make([]slog.Attr, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		attrs = append(attrs, slog.String(name, hidden))
	}
	return slog.GroupValue(attrs...)
}

// SecretJSON is JSON that contains secrets, such as the configuration of an integration. It prints
// as "[secret]", like a [Secret], and is sent and marshaled unredacted. The zero value means that
// the value is absent.
//
// Experimental: may change in any minor release; see the package comment.
type SecretJSON struct{ text Secret }

// NewSecretJSON returns the JSON of v, encoded as encoding/json does.
func NewSecretJSON(v any) (SecretJSON, error) {
	data, err := jsonx.MarshalEither(&v)
	if err != nil {
		return SecretJSON{}, fmt.Errorf("encode secret JSON: a %T cannot be encoded", v) // err may quote v
	}
	return SecretJSON{NewSecret(string(data))}, nil
}

// Reveal returns the JSON. It is empty if the value is absent.
func (j SecretJSON) Reveal() Raw { return Raw(j.text.Reveal()) }

// Decode decodes the JSON into v as encoding/json does. If the value is absent, it returns an
// error and leaves v unchanged. The error does not contain the JSON.
func (j SecretJSON) Decode(v any) error {
	if j.IsZero() {
		return errors.New("decode secret JSON: it is empty")
	}
	err := jsonx.UnmarshalUser(j.Reveal(), v)
	if err == nil {
		return nil
	}
	// The text of err may quote the JSON, and so may the field, which can contain keys of a map.
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("decode secret JSON into %T: a value does not fit %v", v, e.Type)
	}
	return fmt.Errorf("decode secret JSON into %T: it does not fit", v)
}

// IsZero reports whether the value is absent. The omitzero option of encoding/json calls it.
func (j SecretJSON) IsZero() bool { return j.text.IsZero() }

// String returns "[secret]".
func (j SecretJSON) String() string { return hidden }

// GoString returns "[secret]".
func (j SecretJSON) GoString() string { return hidden }

// Format writes "[secret]", whatever the verb.
func (j SecretJSON) Format(f fmt.State, verb rune) { j.text.Format(f, verb) }

// LogValue implements [slog.LogValuer]. It returns "[secret]".
func (j SecretJSON) LogValue() slog.Value { return j.text.LogValue() }

// MarshalJSON returns the JSON unredacted, or null if the value is absent.
func (j SecretJSON) MarshalJSON() ([]byte, error) { return j.Reveal().MarshalJSON() }

// UnmarshalJSON sets the value to a copy of data. Null makes the value absent.
func (j *SecretJSON) UnmarshalJSON(data []byte) error {
	if jsonx.IsNull(data) {
		data = nil
	}
	j.text = NewSecret(string(data))
	return nil
}

// EncodeValues adds the JSON to a query as Rison, unredacted, unless the value is absent. It
// returns an error if the JSON is nested more than 100 levels deep. Package go-querystring calls
// it.
func (j SecretJSON) EncodeValues(key string, v *url.Values) error {
	if j.IsZero() {
		return nil
	}
	text, err := rison.Encode(j.Reveal())
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	v.Set(key, text)
	return nil
}

// sealer encrypts with keys of this process. The ciphertext starts with an authentication code of
// the text, which is also the initialization vector. Equal texts therefore have equal ciphertexts,
// and a ciphertext reveals only the length of its text.
type sealer struct {
	block cipher.Block
	mac   [32]byte
}

var sealing = sync.OnceValue(func() *sealer {
	var key [32]byte
	s := new(sealer)
	_, _ = rand.Read(key[:]) // Read never fails
	_, _ = rand.Read(s.mac[:])
	s.block, _ = aes.NewCipher(key[:]) // only an invalid key length is an error
	return s
})

func seal(text string) string {
	if text == "" {
		return ""
	}
	s := sealing()
	code := hmac.New(sha256.New, s.mac[:])
	_, _ = code.Write([]byte(text))
	sealed := code.Sum(make([]byte, 0, aes.BlockSize+sha256.Size+len(text)))[:aes.BlockSize]
	sealed = sealed[:aes.BlockSize+len(text)]
	cipher.NewCTR(s.block, sealed[:aes.BlockSize]).XORKeyStream(sealed[aes.BlockSize:], []byte(text))
	return string(sealed)
}
