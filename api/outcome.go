package api

// A Deletion is the outcome of a delete.
type Deletion string

// The outcomes of a delete.
const (
	// Deleted means that this call deleted the target (205).
	Deleted Deletion = "deleted"
	// AlreadyAbsent means that there was nothing to delete (204).
	AlreadyAbsent Deletion = "already-absent"
	// DeletionRequested means that the service accepted the delete without performing it (202). The
	// target still exists, for example until an administrator approves the request. If a response
	// was lost and the call was retried, there may be two requests for approval.
	//
	// Experimental: may change in any minor release; see the package comment.
	DeletionRequested Deletion = "requested"
	// DeletionUnknown means that the service accepted the delete, but it is unknown whether the
	// target existed: the response to an earlier attempt was lost, or the service responded with
	// another 2xx status.
	DeletionUnknown Deletion = "unknown"
)

// A PutOutcome is the outcome of an idempotent PUT, which creates or updates the resource that its
// path identifies.
type PutOutcome string

// The outcomes of an idempotent PUT.
const (
	// Created means that this call created the resource (201).
	Created PutOutcome = "created"
	// Updated means that the resource existed and was updated (200).
	Updated PutOutcome = "updated"
	// PutUnknown means that the service accepted the request, but it is unknown whether the
	// resource existed before: the response to an earlier attempt was lost, or the service
	// responded with another 2xx status.
	PutUnknown PutOutcome = "unknown"
)

// A PutResult is the result of an idempotent PUT.
type PutResult[T any] struct {
	// Outcome reports whether the resource was created or updated.
	Outcome PutOutcome
	// Value is the resource that the service returned, or nil if the response has no body.
	Value *T
}
