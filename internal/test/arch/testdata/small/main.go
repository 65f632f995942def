// Command small calls one operation. It executes a template, which makes the linker keep the
// exported methods of all types that are in an interface.
package main

import (
	"context"
	"log"
	"os"
	"text/template"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
)

func main() {
	client, err := publishing.NewClient("", publishing.WithEnv())
	if err != nil {
		log.Fatal(err)
	}
	site, err := client.Sites.Get(context.Background(), os.Args[1], os.Args[2], sites.GetOptions{})
	if err != nil {
		log.Fatal(err)
	}
	if err := template.Must(template.New("").Parse(os.Args[3])).Execute(os.Stdout, site); err != nil {
		log.Fatal(err)
	}
}
