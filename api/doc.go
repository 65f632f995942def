// Package api contains the types that packages orgs, sites, spaces, changerequests, permissions,
// urls and integrations share: errors, call options, call metadata, nullable fields, and common
// types such as [User], [Role] and [Organization].
//
// The rest of this comment describes the rules that hold for every operation. The comment of a
// method describes only what is specific to its operation. It ends with the HTTP method and the
// path of the request:
//
//	// Get returns a site.
//	//
//	// API: GET /v1/orgs/{organizationId}/sites/{siteId}
//
// # Services
//
// Operations are methods of services. A service is a field of publishing.Client or of another
// service: client.Sites is a sites.Service, and client.Sites.ShareLinks is a
// sites.ShareLinkService. In errors, logs and metrics, an operation is named after its method and
// the fields that lead to it, such as "Sites.ShareLinks.Create".
//
// Services are safe for concurrent use. Every call on a zero service returns an error. That error
// has none of the types listed below.
//
// # Requests
//
// A method takes a context, the IDs in the order of the path, the body and the query if there are
// any, and [CallOption] values. IDs are escaped. An ID that is empty, "." or ".." is rejected,
// because the resulting path would identify another resource.
//
// A required field of a query or a body is a plain value. An optional enumeration, or an optional
// string in a query, is a plain value too, and is not sent if it is empty. Any other optional field
// has one of these forms:
//
//   - A pointer is not sent if it is nil. In Go 1.26, new(true) returns a pointer to true.
//   - A [Nullable] is not sent if it is zero. [Set] returns a Nullable that sends a value. [Null]
//     returns a Nullable that sends null: it clears the field or, for a role, means guest. If null
//     is permitted only in some cases, the comment of the field describes them.
//   - A slice or a map is not sent if it is nil. An empty one is sent as [] or {}, which removes
//     all elements.
//   - A struct such as a position, a [Secret], a [SecretJSON], a [Raw], a number in a query, and an
//     ID that is part of a larger value are not sent if they are zero.
//
// An update changes only the fields that are sent.
//
// If a required field is missing or a value violates a limit of the API reference, the call returns
// a [*ValidationError] and sends nothing. publishing.WithoutValidation disables these checks, so
// that only the service checks the request. The Validate method of a type documents the rules that
// concern several of its fields. A field named Extra holds the fields that this release does not
// know. If an entry in Extra has the name of a known field, the call returns a [*ValidationError]
// too.
//
// # Responses
//
// A pointer or a slice is nil if the service omitted the field or sent null. An empty slice means
// an empty list. Any other field that is missing from the response has its zero value.
//
// [Meta] and the log report a missing required list, map, object or ID, and any other missing
// required field that may be null, such as a role. If the main content of the response is missing,
// such as the items of a list, the call returns a [*DecodeError]. With [WithStrictDecoding], any
// missing required field, at any depth, is a [*DecodeError].
//
// Fields and values that this release does not know are never an error:
//
//   - An enumeration is a string type, and its constants are the values that this release knows;
//     "go doc -all" lists them. Other values are decoded unchanged and can be sent.
//   - An unknown field is ignored, unless the type has a field named Extra, which keeps it.
//     [WithRawBody] returns the complete response.
//   - A union keeps the JSON of an unknown variant and sends it back unchanged.
//   - A field whose JSON type changed is left zero, and the rest is decoded. [Meta] and the log
//     report the mismatch. [WithStrictDecoding] makes it an error.
//
// # Errors
//
// If a request fails, the error has one of the following types, which [errors.As] finds. In an
// iteration over a list, a *pagination.PageError wraps it.
//
//   - [*ValidationError]: the input is invalid. Nothing was sent.
//   - [*Error]: the service responded with a status other than 2xx.
//   - [*TransportError]: no complete response arrived, because the network failed, a timeout
//     expired or the context was done.
//   - [*DecodeError]: a 2xx response cannot be decoded or is not complete. The service has
//     performed the operation. Pointer identifies the value that is missing or does not fit.
//   - [*StreamError]: the service ended an event stream with an error.
//   - [*WriteRejectedError]: a policy of the client rejected a write. Nothing was sent.
//     [ErrReadOnly] matches if the client is read-only.
//   - [*IgnoredFieldsError]: [WithStrictWrites] is set and a write succeeded, but its response
//     shows that the service ignored some fields. [ErrIgnoredFields] matches.
//
// [errors.Is] matches an [*Error] with the sentinel of its status:
//
//   - [ErrBadRequest] (400) and [ErrUnprocessable] (422) match if the service rejects the input.
//     The service has been seen to return 422 where the API reference states 400, so match both.
//   - [ErrUnauthorized] (401) matches if the token is missing, invalid or expired.
//   - [ErrForbidden] (403) matches if the caller does not have the permission. If the service hides
//     the existence of a resource from the caller, [ErrNotFound] matches instead.
//   - [ErrNotFound] (404) matches if an ID in the path does not exist. If an ID in the query or the
//     body does not exist, either [ErrNotFound] or [ErrBadRequest] matches.
//   - [ErrConflict] (409) and [ErrPreconditionFailed] (412) match in the cases that the comment of
//     an operation describes.
//   - [ErrRateLimited] (429) and [ErrServer] (500 and above) match if the last attempt failed with
//     such a status.
//
// [Retryable] reports whether the same call may succeed later.
//
// Some methods can return an error even if all requests succeed:
//
//   - changerequests.ErrMergeConflicts matches if a merge or an update has conflicts. The error is
//     a *changerequests.MergeConflictsError, which [ErrConflict] matches too.
//   - sites.ErrIncompleteAggregation matches if CollectAggregate finds an hour with too many rows.
//   - changerequests.ErrIncompleteChanges matches if CollectChanges cannot get all changes.
//   - sites.ErrCheckout matches if a site must be paid for before it can be published. The error is
//     a *sites.CheckoutError.
//   - *sites.RedirectPutError: some of the redirects could not be changed; the other changes took
//     effect.
//   - *orgs.OpenAPIProcessingError: a specification was processed with errors.
//   - *orgs.ImportError: an import failed or was canceled.
//   - *spaces.GitSyncError: an import or an export failed.
//   - *pagination.CursorLoopError: a list returned the same cursor twice.
//   - pagination.ErrIncomplete matches if [WithStrictDecoding] is set and a list has fewer elements
//     than its count. The error is a *pagination.IncompleteError.
//
// A method that waits for an operation returns a *orgs.OpenAPIWaitError, a *orgs.ImportWaitError or
// a *spaces.GitWaitError if it stops before the operation has ended. Each wraps the reason, such as
// one of the errors above.
//
// Some errors do not come from a call. pagination.Collect returns pagination.ErrTooMany if there
// are more elements than its limit. An insights.Tracker reports insights.ErrEventExpired. sse.Read
// returns a *sse.EventTooLargeError; if a call reads the stream, a [*DecodeError] wraps it. A
// feed.Feed returns feed.ErrUnknown, feed.ErrInconsistent, feed.ErrUnconfirmed or
// feed.ErrTooManyRemoved if it cannot rely on the data that it has read.
//
// # Retries
//
// Safe requests, deletes and idempotent PUTs are retried after transient failures, including lost
// responses. A PUT is idempotent if its path identifies the resource that it creates. A POST that
// only reads, such as a search, is a safe request. docs/OPERATIONS.md lists how each operation is
// retried.
//
// Other writes are retried only if the service cannot have acted on them. If such a write fails,
// [MayHaveApplied] reports whether it may still have taken effect. [WithReplay] retries a call like
// a safe request, even if a retry could make it take effect twice.
//
// # Deletes and idempotent PUTs
//
// A delete returns a [Deletion] and a nil error: [Deleted] if it deleted the target,
// [AlreadyAbsent] if there was nothing to delete, [DeletionRequested] if somebody has to approve
// the delete first, and [DeletionUnknown] if it is unknown whether the target existed, such as
// after a lost response. If the caller may not delete the target, the error matches [ErrForbidden].
// If the resource that contains the target does not exist, the error matches [ErrNotFound].
//
// A [PutResult] reports [Created], [Updated] or [PutUnknown] in the same way.
//
// # Lists
//
// List returns one page, All returns an iterator over the elements of all pages, and ListPages
// returns an iterator over the pages. In errors, logs and metrics, all three have the name of List,
// such as Sites.List. AllInOrg has the name of ListInOrg. A list begins at the Cursor of the
// options, or at the first page if Cursor is empty. If a page cannot be fetched, the error ends the
// iteration and carries the cursor to resume from: see package pagination. An empty list is an
// empty page, not an error.
//
// # Streams
//
// An event stream is an iterator. The stream opens when the loop begins and closes when the loop
// ends. The request may be retried until the stream is open, but not after that. An error ends the
// iteration. The messages before the error have already been yielded.
//
// # Experimental
//
// Some names do not come from the API reference but from another source, which docs/sources.md
// describes. They are experimental: they may change in any minor release, even after v1.0.0, and a
// service may not support them. The comment of such a name contains this paragraph:
//
//	// Experimental: may change in any minor release; see [api].
//
// On a type, the paragraph covers the fields, methods and constants of the type. On a field, it
// covers the field and those below it, up to the next comment or blank line. If a blank line
// follows the comment, it covers all fields up to the next blank line after them. Above a block of
// constants, it covers the block.
package api
