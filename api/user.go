package api

import "time"

// A User is a person with an account.
type User struct {
	Object      string   `json:"object"`
	ID          string   `json:"id"`
	DisplayName string   `json:"displayName"`
	Email       *string  `json:"email,omitzero"`    // nil if the service does not show it
	PhotoURL    *string  `json:"photoURL,omitzero"` // nil if the user has no photo
	URLs        UserURLs `json:"urls"`
}

// UserURLs contains the URLs of a user.
type UserURLs struct {
	Location string `json:"location"`
}

// A Member is a user in an organization.
type Member struct {
	Object     string     `json:"object"`
	ID         string     `json:"id"`
	Role       *Role      `json:"role"` // nil for a guest
	User       User       `json:"user"`
	Disabled   bool       `json:"disabled"`
	JoinedAt   time.Time  `json:"joinedAt"`
	LastSeenAt *time.Time `json:"lastSeenAt,omitzero"` // nil if the member was never seen
	SSO        bool       `json:"sso"`
	Spaces     int64      `json:"spaces"`
	Teams      int64      `json:"teams"`
	// Sites is the number of the member's sites, or nil if the service does not report it.
	//
	// Experimental: may change in any minor release; see the package comment.
	Sites *int64 `json:"sites,omitzero"`
}

// A Team is a group of members of an organization.
type Team struct {
	Object      string          `json:"object"`
	ID          string          `json:"id"`
	Title       string          `json:"title"`
	Members     int64           `json:"members"`
	Spaces      int64           `json:"spaces"`
	CreatedAt   time.Time       `json:"createdAt"`
	Permissions TeamPermissions `json:"permissions"`
}

// TeamPermissions contains the caller's permissions on a team.
type TeamPermissions struct {
	Admin bool `json:"admin"`
	View  bool `json:"view"`
}
