package permissions_test

import (
	"context"
	"fmt"
	"iter"

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

// Access contains the operations on the roles of users in a space, in a collection or on a site.
type Access struct {
	Invite func(ctx context.Context, invite permissions.Invite) error
	Users  func(ctx context.Context) iter.Seq2[permissions.Permission, error]
	Remove func(ctx context.Context, userID string) (publishing.Deletion, error)
}

func inSpace(client *publishing.Client, spaceID string) Access {
	on := client.Permissions.Spaces
	return Access{
		func(ctx context.Context, invite permissions.Invite) error { return on.Invite(ctx, spaceID, invite) },
		func(ctx context.Context) iter.Seq2[permissions.Permission, error] {
			return on.Users.All(ctx, spaceID, permissions.UserListOptions{})
		},
		func(ctx context.Context, userID string) (publishing.Deletion, error) {
			return on.Users.Delete(ctx, spaceID, userID)
		},
	}
}

func inCollection(client *publishing.Client, collectionID string) Access {
	on := client.Permissions.Collections
	return Access{
		func(ctx context.Context, invite permissions.Invite) error {
			return on.Invite(ctx, collectionID, invite)
		},
		func(ctx context.Context) iter.Seq2[permissions.Permission, error] {
			return on.Users.All(ctx, collectionID, permissions.UserListOptions{})
		},
		func(ctx context.Context, userID string) (publishing.Deletion, error) {
			return on.Users.Delete(ctx, collectionID, userID)
		},
	}
}

func onSite(client *publishing.Client, orgID, siteID string) Access {
	on := client.Permissions.Sites
	return Access{
		func(ctx context.Context, invite permissions.Invite) error {
			return on.Invite(ctx, orgID, siteID, invite)
		},
		func(ctx context.Context) iter.Seq2[permissions.Permission, error] {
			return on.Users.All(ctx, orgID, siteID, permissions.UserListOptions{})
		},
		func(ctx context.Context, userID string) (publishing.Deletion, error) {
			return on.Users.Delete(ctx, orgID, siteID, userID)
		},
	}
}

// Only makes the given users those who have a role, whatever they have it on.
func (a Access) Only(ctx context.Context, role publishing.Role, userIDs ...string) error {
	keep := map[string]bool{}
	for _, id := range userIDs {
		keep[id] = true
	}
	err := a.Invite(ctx, permissions.Invite{Role: publishing.Set(role), Users: userIDs})
	if err != nil {
		return err
	}
	for given, err := range a.Users(ctx) {
		if err == nil && !keep[given.User.ID] {
			_, err = a.Remove(ctx, given.User.ID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// One function works on spaces, collections and sites with a struct of three functions.
func Example_spacesCollectionsAndSites() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	for _, access := range []Access{
		inSpace(client, ids.Spaces[0]),
		inCollection(client, ids.Collection),
		onSite(client, ids.Organization, ids.Sites[0]),
	} {
		if err := access.Only(ctx, publishing.RoleReview, ids.Users[0]); err != nil {
			fmt.Println(err)
			return
		}
		for given, err := range access.Users(ctx) {
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println(given.User.DisplayName, *given.Permission)
		}
	}
	// Output:
	// Ada Lovelace review
	// Ada Lovelace review
	// Ada Lovelace review
}
