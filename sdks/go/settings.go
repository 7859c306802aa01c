package skillpass

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	defaultBaseURL = "http://127.0.0.1:4747"
	defaultTimeout = 30 * time.Second
	defaultRetries = 2
)

var visible = regexp.MustCompile(`^[\x21-\x7e]+$`)

// settings are what a client was made with; they never change after that.
type settings struct {
	// A function, so that nothing that prints or dumps a client can come upon the key.
	key        func() string
	baseURL    string
	userAgent  string
	httpClient *http.Client
	timing     timing
	limits     limits
	header     http.Header
}

// limits bound one call.
type limits struct {
	timeout      time.Duration
	totalTimeout time.Duration
	maxRetries   int
}

type draft struct {
	apiKey, baseURL string
	httpClient      *http.Client
	userAgent       string
	timing          timing
	limits          limits
	header          http.Header
	err             error
}

func settle(opts []ClientOption) (settings, error) {
	d := &draft{apiKey: os.Getenv("SKILLPASS_API_KEY"), baseURL: os.Getenv("SKILLPASS_BASE_URL")}
	d.limits.maxRetries = defaultRetries
	d.timing = systemTiming
	d.header = http.Header{}
	for _, opt := range opts {
		if opt != nil {
			opt.applyClient(d)
		}
	}
	if d.err != nil {
		return settings{}, d.err
	}
	if d.apiKey != "" && !visible.MatchString(d.apiKey) {
		// Unquoted: the message may go to a log.
		return settings{}, invalid("apiKey", "The API key holds characters no key has, such as a space or a line break.")
	}
	baseURL, err := checkedBaseURL(d.baseURL)
	if err != nil {
		return settings{}, err
	}
	limits, err := d.limits.settled()
	if err != nil {
		return settings{}, err
	}
	apiKey := d.apiKey
	return settings{
		key:        func() string { return apiKey },
		baseURL:    baseURL,
		userAgent:  strings.TrimSpace(d.userAgent + " skillpass-go/" + Version),
		httpClient: ownClient(d.httpClient),
		timing:     d.timing,
		limits:     limits,
		header:     d.header,
	}, nil
}

// settled fills in what was not given. A total that was not given follows the timeout.
func (l limits) settled() (limits, error) {
	if l.timeout < 0 || l.totalTimeout < 0 {
		return l, invalid("timeout", "A timeout is a duration above 0.")
	}
	if l.maxRetries < 0 {
		return l, invalid("maxRetries", "The number of retries is 0 or more.")
	}
	if l.timeout == 0 {
		l.timeout = defaultTimeout
	}
	if l.totalTimeout == 0 {
		l.totalTimeout = 4 * l.timeout
	}
	return l, nil
}

// ownClient never follows a redirect: it would carry the key to wherever the answer points.
func ownClient(given *http.Client) *http.Client {
	own := http.Client{Transport: sharedTransport()}
	if given != nil {
		own = *given
	}
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

// sharedTransport is one for all clients, and keeps more connections to one host than Go's own default of two: most
// programs have only one.
var sharedTransport = sync.OnceValue(func() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	transport := standard.Clone()
	transport.MaxIdleConnsPerHost = 64
	return transport
})

func checkedBaseURL(text string) (string, error) {
	if text == "" {
		return defaultBaseURL, nil
	}
	parsed, err := url.Parse(text)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" {
		return "", invalid("baseURL", fmt.Sprintf("The base URL must start with http:// or https://, %q does not.", withoutUser(text)))
	}
	if parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return "", invalid("baseURL", "The base URL takes no user name, password, query or fragment.")
	}
	return strings.TrimRight(parsed.String(), "/"), nil
}

var userinfo = regexp.MustCompile(`//[^/@]*@`)

func withoutUser(text string) string {
	return maskSecrets(userinfo.ReplaceAllString(text, "//…@"), "")
}
