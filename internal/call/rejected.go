package call

// RejectedKey is the context key for the token that the service has rejected. A token source gets
// it as a func() string, because package fmt cannot print the token in a closure.
type RejectedKey struct{}
