// Package transport makes the calls of operations. This is the way of a call, with the file of each
// step:
//
//	JSON, List, Delete, …      calls.go, list.go     what the areas call
//	   │
//	   ├─ prepare              input.go              path, query, header and body are checked and encoded
//	   │                                             url.go, headers.go, package op
//	   └─ do                   call.go               the steps of a call:
//	        ├─ check                                 is the call made, and within which limits? policy.go
//	        ├─ send                                  the loop of attempts
//	        ├─ decode          decode.go             the response; intact.go
//	        └─ report          report.go             the observer, Meta; log.go
//
// go-retryablehttp is the loop, and nothing else. Each of its round trips is an attempt:
//
//	CheckRetry, Backoff        retry.go              the table and the wait; budget.go, retryafter.go, ratelimit.go
//	   │
//	   └─ attempt              attempt.go            begins, sends, reads the body, keeps the outcome
//	        │
//	        ├─ layers          core.go               from outside in:
//	        │    http.Client                         redirects and cookies
//	        │    redirects     redirects.go          what is not followed is the response
//	        │    headers       headers.go            the SDK's own fields
//	        │    middleware                          of the program
//	        │    auth          auth.go               the token and the secret header
//	        │    wire          wire.go               bounds the attempt, sends once, knows what was written
//	        │
//	        ├─ body            limits.go             read within its limit
//	        └─ outcome         errors.go, package neterr
//
// A call and an attempt do not refer to each other. The context of a request carries both, as a
// scope (call.go).
//
// A stream and a download are calls whose body is read after the last attempt:
//
//	Stream, Events             stream.go             packages idle, gunzip and sse
//	Open                       download.go           package idle
//	OpenFile, Download         file.go               the content of a file, at a URL outside of the API
//
// A new policy stands where the way has its question:
//
//   - Is this request valid? In input.encode, before anything else. The limits of fields are words
//     of package check.
//   - Is this call made at all? In call.check, after its context and its input. Nothing has been
//     sent, so its error may be retried.
//   - When does an attempt begin? In attempts.RoundTrip, before startAttempt, which sets the time
//     that the timeout of the attempt counts from. A wait there ends with the context of the call.
//   - What does each request carry? In addHeader, for middleware to see, or else in auth.
//   - Is this outcome retried? A kind of failure in classify, and a row of the table retried.
//
// An area gets its services by MadeBy (service.go), and changes what a get returns and a put
// replaces with an Editor (edit.go).
package transport
