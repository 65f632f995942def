package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
)

func TestClientForCallsAsItsUser(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	ada := server.AddUser(api.User{DisplayName: "Ada"})
	space := demo.Spaces[0]
	request, err := server.Client().ChangeRequests.Create(t.Context(), space, changerequests.ChangeRequestCreate{})
	require.NoError(t, err)
	comment := changerequests.CommentCreate{Body: richtext.Markdown("Hello.")}
	post := func(client *publishing.Client) string {
		created, err := client.ChangeRequests.Comments.Create(t.Context(), space, request.ID, comment)
		require.NoError(t, err)
		return created.PostedBy.ID
	}
	require.Equal(t, ada.ID, post(server.ClientFor(ada.ID)))
	require.Equal(t, server.Caller().ID, post(server.Client()), "the server's own token")
	first := server.TokenFor(ada.ID)
	require.Equal(t, first, server.TokenFor(ada.ID))
	server.ActAs(demo.Users[0])
	require.Equal(t, ada.ID, post(server.ClientFor(ada.ID)))
	require.Equal(t, demo.Users[0], post(server.Client()))
}
