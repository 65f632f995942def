package orgs

import "github.com/publishing-platform/publishing-go/spaces"

// Organization is an organization. It is declared in package spaces, because references in content
// can contain one.
type Organization = spaces.Organization
