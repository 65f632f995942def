// Package api holds what every area of the SDK shares: common models, the three-state field [Nullable], the errors, and the options
// of a single call. It does no I/O.
package api
