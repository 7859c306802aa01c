package skillpass

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// sseMessage is one message of a stream of server-sent events, as it stands on the wire.
type sseMessage struct {
	// The last id the stream has named; "" before the first.
	id    string
	event string
	data  string
}

// longestLine of a stream: a delivery with its body is far below.
const longestLine = 16 << 20

// sseReader reads messages after the WHATWG rules. Comments and what breaks off in the middle are left out.
type sseReader struct {
	lines *bufio.Scanner
	id    string
}

func newSSEReader(from io.Reader) *sseReader {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 4096), longestLine)
	lines.Split(splitLine)
	return &sseReader{lines: lines}
}

// next is nil at the end, with io.EOF or what went wrong.
func (r *sseReader) next() (*sseMessage, error) {
	var event string
	var data []string
	for r.lines.Scan() {
		line := r.lines.Text()
		if line == "" {
			if data != nil {
				return r.message(event, data), nil
			}
			event = ""
			continue
		}
		// A comment is a field without a name.
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "data":
			data = append(data, value)
		case "event":
			event = value
		case "id":
			if !strings.Contains(value, "\x00") {
				r.id = value
			}
		}
	}
	if err := r.lines.Err(); err != nil {
		return nil, err
	}
	return nil, io.EOF
}

func (r *sseReader) message(event string, data []string) *sseMessage {
	if event == "" {
		event = "message"
	}
	return &sseMessage{id: r.id, event: event, data: strings.Join(data, "\n")}
}

// splitLine: lines end with \n, \r\n or \r; a \r at the end of what has come waits for what follows it.
func splitLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	at := bytes.IndexAny(data, "\r\n")
	switch {
	case at < 0:
		// What breaks off in the middle of a line is no line.
		return 0, nil, nil
	case data[at] == '\n':
		return at + 1, data[:at], nil
	case at+1 < len(data) && data[at+1] == '\n':
		return at + 2, data[:at], nil
	case at+1 < len(data) || atEOF:
		return at + 1, data[:at], nil
	}
	return 0, nil, nil
}
