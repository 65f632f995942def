// Package api holds what every area of the SDK shares: common models, the three-state field [Nullable], the errors, and the options
// of a single call. It does no I/O.
//
// What holds for every operation and is not said again at each:
//
//   - Ids are escaped. One that is empty, "." or ".." is a [*ValidationError], and nothing is sent; so is input out of a limit of the
//     documents, unless the client leaves that to the service.
//   - An answer other than 2xx is an [*Error]. A caller without a valid token gets one matching [ErrUnauthorized], one who may not do what
//     was asked one matching [ErrForbidden] or, where the service hides what the caller may not see, [ErrNotFound].
//   - A call without a whole answer is a [*TransportError], an answer that cannot be read a [*DecodeError].
//   - "Not resent" means that the operation is sent once, and again only when the service cannot have acted on it. After an error
//     [MayHaveApplied] tells whether it may have. Operations without that remark are sent again after a lost answer.
//   - In answers a nil pointer is a field that the service left out or sent as null.
package api
