package skillpass

import (
	"regexp"
	"strings"
)

var anyKey = regexp.MustCompile(`\bsk_(live|test)_[0-9A-Za-z]{8,}`)

// maskKey is what may be shown of an API key: enough to tell two apart, nothing that opens a door.
func maskKey(key string) string {
	if len(key) <= 20 {
		return "…"
	}
	return key[:12] + "…" + key[len(key)-4:]
}

// maskSecrets is the text without any API key it may quote.
func maskSecrets(text, own string) string {
	if own != "" {
		text = strings.ReplaceAll(text, own, maskKey(own))
	}
	return anyKey.ReplaceAllStringFunc(text, maskKey)
}
