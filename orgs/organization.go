package orgs

import "github.com/publishing-platform/publishing-go/spaces"

// Organization is an organization. It is declared in package spaces because the references in
// content contain it.
type Organization = spaces.Organization
