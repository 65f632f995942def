// Package api contains what the packages of the areas share: the errors, the options and the
// metadata of a call, nullable fields, and common models such as [User] and [Role].
//
// The rest of this comment describes what holds for every operation of the API. The comment of a
// method describes only what is particular to its operation, and ends with the method and the path
// of the request:
//
//	// Get returns a site.
//	//
//	// API: GET /v1/orgs/{organizationId}/sites/{siteId}
//
// # Services
//
// Operations are methods of services. A service is a field of publishing.Client or of another
// service: client.Sites is a sites.Service, and client.Sites.ShareLinks is a
// sites.ShareLinkService. The path of fields to a method is the name of its operation in errors,
// logs and metrics, such as "Sites.ShareLinks.Create". Services are safe for concurrent use. Every
// call on a zero service returns an error.
//
// # Requests
//
// A method takes the context, the IDs in the order of the path, the query or the body if there is
// one, and any number of options of type [CallOption]. IDs are escaped. One that is empty, "." or
// ".." is rejected, because it would identify something else.
//
// A required field of a query or a body is a plain value. So is an optional one whose zero value is
// not legal, such as an enumeration or a string of a query; its zero value is not sent. Other
// optional fields have three forms:
//
//   - A pointer is not sent if it is nil. In Go 1.26, new(true) returns a pointer to true.
//   - A [Nullable] is not sent if it is zero. [Set] sends a value, and [Null] sends null, which
//     clears the field, or means guest for a role.
//   - A slice is not sent if it is nil. An empty slice is sent as [], which removes all elements.
//
// An update changes the fields that are sent and no others.
//
// If the input violates a limit of the API reference, or lacks a required field, the call returns a
// [*ValidationError] and sends nothing. publishing.WithoutValidation leaves these limits to the
// service.
//
// # Responses
//
// A nil pointer is a field that the service omitted or sent as null. A nil slice is a list that it
// omitted or sent as null; an empty slice is a list without elements. Any other field that is
// missing from the response has its zero value.
//
// The service may return fields and values that this release does not know, which is never an
// error:
//
//   - An enumeration is a string type, and its constants are the values that this release knows.
//     Other values are decoded as they are, and can be sent.
//   - A field without a Go field is ignored, unless the type has a field Extra that keeps it.
//     [WithRawBody] returns the whole response.
//   - A union keeps the JSON of a variant that it does not know, and sends it back unchanged.
//   - A field whose type has changed is left zero, and the rest is decoded. [Meta] and the log
//     report the mismatch; publishing.WithStrictDecoding makes it an error.
//
// # Errors
//
// The error of a call is one of these types, which [errors.As] finds. In an iteration over a list,
// a *pagination.PageError wraps it.
//
//   - [*ValidationError]: the input is invalid. Nothing was sent.
//   - [*Error]: the service responded with a status other than 2xx.
//   - [*TransportError]: there is no complete response, because the network failed, a timeout
//     expired or the context was done.
//   - [*DecodeError]: a 2xx response cannot be decoded. The service has done what was asked.
//   - [*StreamError]: the service ended an event stream with an error.
//
// [errors.Is] matches an [*Error] with the sentinel of its status. For every operation:
//
//   - [ErrBadRequest] (400) and [ErrUnprocessable] (422) match if the service rejects the input.
//   - [ErrUnauthorized] (401) matches if the token is missing, invalid or expired.
//   - [ErrForbidden] (403) matches if the caller is not permitted to do what was asked. If the
//     service hides from the caller that a resource exists, [ErrNotFound] matches instead.
//   - [ErrNotFound] (404) matches if the organization, or whatever else an ID in the path
//     identifies, does not exist. If an ID in the query or the body identifies nothing, the service
//     decides whether [ErrNotFound] or [ErrBadRequest] matches.
//   - [ErrConflict] (409) and [ErrPreconditionFailed] (412) match in cases that the comment of the
//     operation describes.
//   - [ErrRateLimited] (429) and [ErrServer] (500 and above) match if the last attempt failed with
//     that status.
//
// # Retries
//
// Safe requests, deletes and idempotent PUTs, whose path identifies what they create, are retried
// after transient failures and lost responses. A POST that only reads, such as a search, is a safe
// request.
//
// Other writes are retried only if the service cannot have acted on them. If one fails,
// [MayHaveApplied] reports whether it may have taken effect nonetheless. [WithReplay] permits a
// call to take effect twice. docs/OPERATIONS.md lists how each operation is retried.
//
// # Deletes and idempotent PUTs
//
// A method that returns a [Deletion] returns [Deleted] if the call deleted the target, and
// [AlreadyAbsent] and a nil error if there was nothing to delete. If it cannot tell, such as after
// a lost response, it returns [DeletionUnknown]. If the caller may not delete the target, the error
// matches [ErrForbidden]; if what contains the target does not exist, it matches [ErrNotFound].
//
// A method that returns a [PutResult] reports [Created], [Updated] or [PutUnknown] in the same way.
//
// # Lists
//
// List returns a page, All returns an iterator over the elements of all pages, and Pages one over
// the pages, beginning at the page that the options identify. An iterator sends its first request
// when the loop begins. An error ends the iteration and carries the cursor to resume from, as
// package pagination describes. A list without elements is an empty page, not an error.
//
// # Streams
//
// An event stream is an iterator. The stream opens when the loop begins and closes when the loop
// ends. It may be retried before it opens, and never afterwards. An error ends the iteration; the
// messages before it have been yielded.
//
// # Experimental names
//
// The API reference does not contain everything that the SDK does. Names that rest on other sources
// are marked:
//
//	// Experimental: may change in any release; see docs/sources.md.
//
// The marker of a type covers its fields, methods and constants. That of a method covers the query
// and the body that it takes. That above a group of constants or fields covers the group, which
// ends at the next comment or blank line.
package api
