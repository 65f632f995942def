package permissions_test

import (
	"context"
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func ExampleSpaceService_Invite() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	err := client.Permissions.Spaces.Invite(context.Background(), ids.Spaces[0], permissions.Invite{
		Role:  publishing.Set(publishing.RoleComment), // null invites guests
		Teams: []string{ids.Team},
	})
	fmt.Println(err)
	// Output: <nil>
}

func ExampleSpaceAggregateService_All() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	for permission, err := range client.Permissions.Spaces.Aggregate.All(context.Background(), ids.Spaces[2], permissions.AggregateListOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if permission.Permission == nil {
			fmt.Println(permission.User.DisplayName, "is a guest")
			continue
		}
		fmt.Println(permission.User.DisplayName, *permission.Permission)
	}
	// Output:
	// Ada Lovelace comment
	// Grace Hopper review
}

func ExampleCollectionUserService_Update() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	err := client.Permissions.Collections.Users.Update(context.Background(), ids.Collection, ids.Users[1], permissions.UserUpdate{
		Role: publishing.Set(publishing.RoleRead),
	})
	fmt.Println(err)
	// Output: <nil>
}
