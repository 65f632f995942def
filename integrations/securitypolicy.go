package integrations

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// ContentSecurityPolicy is a Content Security Policy, either as the value of the HTTP header or as
// a map of directives. Exactly one of its fields is set.
//
// Experimental: may change in any minor release; see [api].
type ContentSecurityPolicy struct {
	// Policy is the complete policy, such as "img-src https://images.example.com".
	Policy *string
	// Directives contains the value of each directive by its name, such as "img-src".
	Directives map[string]string
	// Raw is the JSON of a policy in any other form.
	Raw api.Raw
}

// Validate checks that exactly one field is set.
func (p ContentSecurityPolicy) Validate() error {
	return check.Form(p, "Policy", "Directives", "Raw")
}

var contentSecurityPolicyCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Choice(
		"",
		func(p *ContentSecurityPolicy, data *jsonx.Value) any {
			*p = ContentSecurityPolicy{}
			switch {
			case data.IsString():
				return jsonx.New(&p.Policy)
			default:
				var given map[string]*string
				raw := data.Keep()
				if err := jsonx.Unmarshal(raw, &given); err != nil || given == nil {
					p.Raw = raw
					return nil
				}
				p.Directives = make(map[string]string, len(given))
				for name, value := range given {
					if value == nil { // an empty directive would forbid everything
						*p = ContentSecurityPolicy{Raw: raw}
						return nil
					}
					p.Directives[name] = *value
				}
				return nil
			}
		},
		func(p *ContentSecurityPolicy) any { return jsonx.FirstOf(p.Policy, p.Directives, p.Raw) },
	))
}}

// MarshalJSON encodes the field that is set.
func (p ContentSecurityPolicy) MarshalJSON() ([]byte, error) {
	return contentSecurityPolicyCodec.Marshal(&p)
}

// UnmarshalJSON decodes a policy or its directives, and keeps anything else in Raw.
func (p *ContentSecurityPolicy) UnmarshalJSON(data []byte) error {
	return contentSecurityPolicyCodec.Unmarshal(data, p)
}
