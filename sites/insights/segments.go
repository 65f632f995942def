package insights

import "github.com/publishing-platform/publishing-go/api"

// VisitorSegmentListOptions are the query parameters of sites.InsightsVisitorSegmentService.List.
// There are none yet.
//
// Experimental: may change in any minor release; see [api].
type VisitorSegmentListOptions struct{}

// VisitorSegment is a group of visitors that have the same claims.
//
// Experimental: may change in any minor release; see [api].
type VisitorSegment struct {
	Title string `json:"title"`
	// Claims contains the claims of the visitors by name, such as "plan".
	Claims   map[string]api.Raw `json:"claims"`
	Events   int64              `json:"events"`
	Visitors int64              `json:"visitors"`
	Sessions int64              `json:"sessions"`
}
