// Package transport makes the calls of operations. This is the way of a call, with the file of each
// step:
//
//	JSON, List, Delete, …      calls.go, list.go     what the areas call
//	   │
//	   ├─ input                input.go              path, query, header and body are checked and encoded
//	   │                                             path.go, query.go, headercheck.go
//	   ├─ check                call.go               is the call made, and within which limits?
//	   ├─ send                 call.go               the loop of attempts
//	   ├─ decode               decode.go             the response, or intact.go, prefer.go
//	   └─ report               report.go             log.go, the observer, Meta
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
//	        │    auth          auth.go               the token and the secret header, inclear.go
//	        │    wire          wire.go               bounds the attempt, sends once, knows what was written
//	        │
//	        ├─ body            limits.go             read within its limit
//	        └─ outcome         errors.go, package neterr
//
// A call and an attempt do not refer to each other. The context of a request carries both, as a
// scope (scope.go).
//
// A stream and a download are calls whose body is read after the last attempt:
//
//	Stream, Events             stream.go             packages idle, gunzip and sse
//	Open                       download.go           package idle
//
// An area gets its services by MadeBy (service.go).
package transport
