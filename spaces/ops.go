package spaces

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opGet  = op.New("Spaces.Get", "GET", "/v1/spaces/{spaceId}")
	opList = op.New("Spaces.List", "GET", "/v1/orgs/{organizationId}/spaces")
)
