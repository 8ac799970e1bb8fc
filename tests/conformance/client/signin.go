package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// callback is where the authorization server sends the browser. Nobody listens
// there: the address it is sent to says all.
const callback = "http://localhost:3000/callback"

// signIn is the SDK's OAuth client. askback adds nothing to it; that its
// scenarios pass shows that [ask.Wire] does not stand in its way.
func signIn(p *prepared) (auth.OAuthHandler, error) {
	config := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL:              callback,
		AuthorizationCodeFetcher: authorize,
		ClientIDMetadataDocumentConfig: &auth.ClientIDMetadataDocumentConfig{
			URL: "https://conformance-test.local/client-metadata.json",
		},
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{
			Metadata: &oauthex.ClientRegistrationMetadata{RedirectURIs: []string{callback}},
		},
	}
	if p.ClientID != "" {
		config.PreregisteredClient = &oauthex.ClientCredentials{
			ClientID:         p.ClientID,
			ClientSecretAuth: &oauthex.ClientSecretAuth{ClientSecret: p.ClientSecret},
		}
	}
	return auth.NewAuthorizationCodeHandler(config)
}

// authorize is the person in the browser, who consents.
func authorize(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, args.URL, nil)
	if err != nil {
		return nil, err
	}
	res, err := browser.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	back, err := url.Parse(res.Header.Get("Location"))
	if err != nil {
		return nil, fmt.Errorf("reading where the browser is sent: %w", err)
	}
	q := back.Query()
	return &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}, nil
}
