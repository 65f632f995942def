package integrations_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/publishing-platform/publishing-go/integrations"
)

// BenchmarkWalkElements measures elements of several depths, whose cost is linear in their size.
func BenchmarkWalkElements(b *testing.B) {
	for _, depth := range []int{1000, 2000, 4000} {
		for name, parts := range map[string][2]string{
			"first": {`{"type":"box","title":"a","children":[`, `]}`},
			"last":  {`{"children":[`, `],"title":"a","type":"box"}`},
		} {
			data := strings.Repeat(parts[0], depth) + strings.Repeat(parts[1], depth)
			b.Run(fmt.Sprintf("type=%s/depth=%d", name, depth), func(b *testing.B) {
				for b.Loop() {
					var root integrations.Element
					if err := json.Unmarshal([]byte(data), &root); err != nil {
						b.Fatal(err)
					}
					count := 0
					for range integrations.WalkElements(root) {
						count++
					}
					if count != depth {
						b.Fatal(count)
					}
				}
			})
		}
	}
}
