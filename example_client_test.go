package publishing_test

import (
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
)

func ExampleNewClient() {
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client)
	// Output: publishing.Client(https://api.example.com)
}
