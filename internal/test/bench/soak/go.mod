// A module of its own, since it uses the module push.
module github.com/publishing-platform/publishing-go/internal/test/bench/soak

go 1.26.0

replace github.com/publishing-platform/publishing-go => ../../../..

replace github.com/publishing-platform/publishing-go/push => ../../../../push

require (
	github.com/publishing-platform/publishing-go v0.0.0-00010101000000-000000000000
	github.com/publishing-platform/publishing-go/push v0.0.0-00010101000000-000000000000
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/google/go-querystring v1.2.0 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	github.com/hashicorp/go-retryablehttp v0.7.8 // indirect
	github.com/tmaxmax/go-sse v0.12.0 // indirect
	github.com/yuin/goldmark v1.8.7 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)
