package skillpass

import (
	"encoding/base64"
	"strings"
)

// keysOf decodes the secrets. One that is no webhook secret is refused, were another one right: it is a mistake of the
// set-up, which a rotation would bring to light at the worst moment.
func keysOf(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, invalid("secrets", "No secret was given. "+shownOnce)
	}
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		key, isRight := keyOf(secret)
		if !isRight {
			return nil, malformed(secret)
		}
		keys[i] = key
	}
	return keys, nil
}

func keyOf(secret string) ([]byte, bool) {
	encoded := strings.TrimRight(strings.TrimPrefix(secret, secretPrefix), "=")
	key, err := base64.RawStdEncoding.DecodeString(encoded)
	return key, err == nil && len(key) > 0 && !strings.ContainsAny(encoded, "\r\n")
}

// malformed never quotes the secret.
func malformed(secret string) error {
	trimmed := strings.Trim(strings.TrimSpace(secret), `"'`)
	switch _, isRight := keyOf(trimmed); {
	case secret == "":
		return invalid("secrets", "The secret is empty. Most likely the environment variable that should hold it is not set.")
	case trimmed != secret && isRight:
		return invalid("secrets", "The secret has spaces, line breaks or quotes around it. "+
			"Trim it where it is read; a file or an environment file often adds a line break or quotes.")
	case strings.HasPrefix(trimmed, "sk_"):
		return invalid("secrets", "This is an API key; deliveries are signed with the secret of the endpoint. "+shownOnce)
	}
	return invalid("secrets", "The secret is no webhook secret: after whsec_ it must be base64. "+shownOnce)
}

const shownOnce = "Take the one that the answer to creating the endpoint or to rotating its secret showed."
