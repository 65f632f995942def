package sites_test

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// A login page sends a visitor back to the page of the site that the visitor came from.
func ExampleVisitorURL() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, orgID := server.Client(), ids.Organization
	site := server.Sites.Add(orgID, sites.Site{Published: true, Visibility: sites.VisibilityVisitorAuth})
	location := "/guides/start" // location from the request to the login page

	auth, err := client.Sites.Publishing.Auth.Get(context.Background(), orgID, site.ID)
	if err != nil {
		fmt.Println(err)
		return
	}
	token, err := sites.SignVisitorToken(auth.PrivateKey, map[string]any{"plan": "pro"}, time.Now().Add(time.Hour))
	if err != nil {
		fmt.Println(err)
		return
	}
	target, err := sites.VisitorURL(*site.URLs.Published, location, token)
	if err != nil {
		fmt.Println(err) // the location is not a page of the site
		return
	}

	address, err := url.Parse(target.Reveal())
	if err != nil {
		fmt.Println(err)
		return
	}
	claims, err := server.Sites.Publishing.Auth.VerifyVisitorToken(orgID, site.ID, address.Query().Get("jwt_token"))
	fmt.Println(target, claims["plan"], err)
	// Output:
	// [secret] pro <nil>
}

func ExamplePublishingService_Preview() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	claims, err := api.NewSecretJSON(map[string]any{"isBeta": true})
	if err != nil {
		fmt.Println(err)
		return
	}
	preview, err := client.Sites.Publishing.Preview(context.Background(), ids.Organization, ids.Sites[0], sites.PublishingPreviewOptions{Claims: claims})
	if err != nil {
		fmt.Println(err)
		return
	}
	address, err := url.Parse(preview.URL.Reveal())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(address.Path, address.Query().Get("claims"))
	// Output:
	// /preview/site_1/site-space_1 (isBeta:!t)
}
