package skillpass

import (
	"encoding/base64"
	"strings"
)

// keysOf decodes the secrets. One that is no webhook secret is refused, were another one right: it is a mistake of the
// set-up, which a rotation would bring to light at the worst moment.
func keysOf(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, refused(SecretMissing, "")
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
	err := refused(SecretMalformed, "")
	trimmed := strings.Trim(strings.TrimSpace(secret), `"'`)
	switch _, isRight := keyOf(trimmed); {
	case secret == "":
		err.Message = "The secret is empty."
		err.Fix = "Most likely the environment variable that should hold it is not set."
	case trimmed != secret && isRight:
		err.Mistake = "secret_padded"
		err.Message = "The secret has spaces, line breaks or quotes around it."
		err.Fix = "Trim it where it is read; a file or an environment file often adds a line break or quotes."
	case strings.HasPrefix(trimmed, "sk_"):
		err.Message = "This is an API key; deliveries are signed with the secret of the endpoint."
	}
	return err
}
