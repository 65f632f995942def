package orgs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
)

func ExampleService_All() {
	server, _ := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	for org, err := range client.Orgs.All(context.Background(), orgs.ListOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(org.Title, org.Permissions.CreateContent)
	}
	// Output: Acme true
}

func ExampleUserService_Me() {
	server, _ := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	user, err := client.Users.Me(context.Background())
	if errors.Is(err, publishing.ErrUnauthorized) {
		fmt.Println("the token is invalid")
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(user.DisplayName)
	// Output: Caller
}

func ExampleMemberService_All() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	for member, err := range client.Orgs.Members.All(context.Background(), ids.Organization, orgs.MemberListOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		role := "guest"
		if member.Role != nil {
			role = string(*member.Role)
		}
		fmt.Println(member.User.DisplayName, role)
	}
	// Output:
	// Grace Hopper edit
	// Ada Lovelace admin
}

func ExampleFontService_Create() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()
	file := []byte("the bytes of acme.woff2")

	// Announce the file, and send it to the signed URL, which needs no token.
	upload, err := client.Orgs.Storage.Upload(ctx, ids.Organization, orgs.StorageUpload{
		File: orgs.StorageFile{Name: "acme.woff2", Type: "font/woff2", Size: int64(len(file))},
		Kind: orgs.StorageKindCustomizationFont,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, upload.URL, bytes.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	req.Header.Set("Content-Type", "font/woff2")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		fmt.Println(resp.Status)
		return
	}

	font, err := client.Orgs.Fonts.Create(ctx, ids.Organization, orgs.FontCreate{
		FontFamily: "Acme Serif",
		FontFaces:  []orgs.FontFaceCreate{{Weight: 400, StorageKey: upload.Key}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(font.FontFamily, font.FontFaces[0].Weight)
	// Output: Acme Serif 400
}

func ExampleSearchService_All() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	for space, err := range client.Orgs.Search.All(context.Background(), ids.Organization, orgs.SearchListOptions{Query: "publish"}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, page := range space.Pages {
			fmt.Println(space.Title+":", page.Title)
		}
	}
	// Output:
	// Guides: Getting started
	// Guides: Publishing
}

func ExampleAskService_Answer() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	answer, err := client.Orgs.Ask.Answer(context.Background(), ids.Organization, orgs.AskQuestion{Question: "Is there somebody on call?"}, orgs.AskAnswerOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Markdown())
	fmt.Println(len(answer.Sources) > 0)
	// Output:
	// From "Support":
	//
	// An outage goes to the person on call, at any hour.
	// true
}

func ExampleAskService_Stream() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	var text ask.Text
	question := orgs.AskQuestion{Question: "Is there somebody on call?"}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range client.Orgs.Ask.Stream(context.Background(), ids.Organization, question, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(text.Add(event)) // the new text
	}
	// Output:
	// From "Support":
	//
	// An outage goes to the person on call, at any hour.
}

func ExampleInviteService_Create() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	_, err := client.Orgs.Invites.Create(context.Background(), ids.Organization, orgs.InviteCreate{
		Emails: []string{"lin@acme.example"},
		Role:   publishing.Set(publishing.RoleEdit), // null invites guests
	})
	fmt.Println(err)
	// Output: <nil>
}

func ExampleOpenAPIService_Put() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	for range 2 {
		result, err := client.Orgs.OpenAPI.Put(context.Background(), ids.Organization, "billing", orgs.OpenAPIPut{
			Source: orgs.OpenAPISource{URL: new("https://acme.example/billing.json")},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Outcome) // unknown after a lost response
	}
	// Output:
	// created
	// updated
}

func ExampleTeamMemberService_Update() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	err := client.Orgs.Teams.Members.Update(ctx, ids.Organization, ids.Team, orgs.TeamMemberUpdate{Remove: []string{"grace@acme.example"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for member, err := range client.Orgs.Teams.Members.All(ctx, ids.Organization, ids.Team, orgs.TeamMemberListOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(member.Organization.User.DisplayName)
	}
	// Output: Ada Lovelace
}

func ExampleTranslationService_Create() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	translation, err := client.Orgs.Translations.Create(context.Background(), ids.Organization, orgs.TranslationCreate{
		Source:   orgs.TranslationSource{Space: ids.Spaces[1], Language: api.LanguageEnglish},
		Language: api.LanguageFrench,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(translation.Language)
	// Output: fr
}
