module github.com/publishing-platform/publishing-go/push

go 1.26.0

replace github.com/publishing-platform/publishing-go => ..
