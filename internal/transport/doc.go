// Package transport makes the calls of operations. These are the steps of a call, each with its
// file:
//
//	JSON, List, Delete, …      calls.go, list.go     what the areas call
//	   │
//	   ├─ prepare              input.go              path, query, header and body are checked and encoded
//	   │                                             url.go, headerchecks.go, packages op, querystring
//	   └─ do                   call.go               the steps of a call:
//	        ├─ begin                                 is the call made, and within which limits? policy.go
//	        ├─ loop                                  the attempts
//	        ├─ decode          decode.go             the response; intact.go, written.go
//	        └─ report          report.go             the observer, Meta; log.go
//
// go-retryablehttp runs the loop, and does nothing else. Each of its round trips is an attempt:
//
//	CheckRetry, Backoff        retry.go              the table and the wait; budget.go, package ratelimit
//	   │
//	   └─ attempt              attempt.go            begins, sends, reads the body, keeps the outcome
//	        │
//	        ├─ layers          core.go               from outside in:
//	        │    http.Client                         redirects and cookies
//	        │    redirects     redirects.go          a redirect with an invalid Location
//	        │    headers       headers.go            the SDK's own fields
//	        │    middleware                          of the program
//	        │    auth          auth.go, token.go     the token and the secret header
//	        │    wire          wire.go, roundtrip.go bounds the attempt, sends once, knows what was written
//	        │
//	        ├─ body            body.go               read within its limit
//	        └─ outcome         errors.go, package neterr
//
// An attempt does not refer to its call. The context of a request contains both, as a scope
// (call.go).
//
// A stream and a download are calls whose body is read after the last attempt:
//
//	Stream, Events             stream.go             packages idle, gunzip and sse
//	Open                       download.go           package idle
//	OpenFile, Download         file.go               the content of a file, at a URL outside of the API
//
// One place answers each of these questions, and a new policy belongs there:
//
//   - Is this request valid? In input.encode, before anything else. The limits of fields are words
//     of package check.
//   - Is this call made at all? In call.begin, after the checks of its context and its input.
//     Nothing has been sent at this point, so the call may be repeated.
//   - When does an attempt begin? In RoundTrip of attemptTransport, before startAttempt, which
//     starts the timeout of the attempt. A wait there ends with the context of the call.
//   - What does each request carry? In addHeader if middleware may see it, otherwise in auth.
//   - Is this outcome retried? A kind of failure in classify, and a row of the table retried.
//
// An area declares its services with MadeBy (service.go), and root creates them. An area uses an
// Editor (edit.go) to change a resource that a get returns and a put replaces as a whole.
package transport
