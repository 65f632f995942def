package api

// Deletion is what a delete found.
type Deletion string

const (
	// Deleted says that this call removed the target (205).
	Deleted Deletion = "deleted"
	// AlreadyAbsent says that there was nothing to remove (204).
	AlreadyAbsent Deletion = "already-absent"
	// DeletionUnknown says that the service accepted the delete, but not what it found. Either an earlier attempt of the call reached the
	// service and its answer was lost, so that this call or another may have removed the target, or the service answered with another
	// 2xx status.
	DeletionUnknown Deletion = "unknown"
)

// PutOutcome is what a create-or-update did.
type PutOutcome string

const (
	// Created says that this call made the resource (201).
	Created PutOutcome = "created"
	// Updated says that the resource was there and is changed (200).
	Updated PutOutcome = "updated"
	// PutUnknown says that the service accepted the put, but not whether it created or updated. Either an earlier attempt of the call
	// reached the service and its answer was lost, or the service answered with another 2xx status.
	PutUnknown PutOutcome = "unknown"
)

// PutResult is the answer to a create-or-update.
type PutResult[T any] struct {
	// Outcome tells a creation from an update.
	Outcome PutOutcome
	// Value is the resource as the service returned it, nil when the answer had no body.
	Value *T
}
