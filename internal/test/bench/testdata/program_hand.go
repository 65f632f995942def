// A program that lists sites with net/http and encoding/json.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"time"
)

const text = "0"

type site struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type page struct {
	Items []site `json:"items"`
	Next  *struct {
		Page string `json:"page"`
	} `json:"next"`
}

func main() {
	client := &http.Client{Timeout: 30 * time.Second}
	next := ""
	for {
		req, err := http.NewRequest(http.MethodGet, os.Args[1]+"/v1/orgs/"+os.Args[2]+"/sites?page="+url.QueryEscape(next), nil)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		req.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		resp, err := client.Do(req)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		var p page
		err = json.NewDecoder(resp.Body).Decode(&p)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 200 {
			fmt.Fprintln(os.Stderr, resp.Status, err)
			os.Exit(1)
		}
		for _, s := range p.Items {
			fmt.Println(text, s.ID, s.Title)
		}
		if p.Next == nil || p.Next.Page == "" {
			return
		}
		next = p.Next.Page
	}
}
