package api

// Order is the order of a list, such as by time.
type Order string

// OrderDesc means that the newest or the greatest comes first.
const OrderDesc Order = "desc"

// OrderAsc means that the oldest or the least comes first.
//
// Experimental: may change in any release; see docs/sources.md.
const OrderAsc Order = "asc"
