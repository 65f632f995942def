package call

// RejectedKey is the context key under which the request core gives a token source the token that
// the service has rejected, as a func() string, which package fmt does not show.
type RejectedKey struct{}
