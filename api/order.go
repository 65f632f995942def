package api

// An Order is the direction in which a list is sorted.
type Order string

// OrderDesc sorts the newest or greatest item first.
const OrderDesc Order = "desc"

// OrderAsc sorts the oldest or smallest item first.
//
// Experimental: may change in any minor release; see the package comment.
const OrderAsc Order = "asc"
