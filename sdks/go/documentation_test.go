package skillpass_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestEveryExportedNameIsDocumented(t *testing.T) {
	files := token.NewFileSet()
	isProduct := func(info fs.FileInfo) bool { return !strings.HasSuffix(info.Name(), "_test.go") }
	packages, err := parser.ParseDir(files, ".", isProduct, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	described := doc.New(packages["skillpass"], "github.com/skillpass/skillpass-go", doc.AllDecls)
	count := 0
	check := func(name, text string) {
		if ast.IsExported(name[strings.LastIndex(name, ".")+1:]) && ast.IsExported(name) {
			count++
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no comment", name)
			}
		}
	}
	checkFuncs := func(prefix string, funcs []*doc.Func) {
		for _, one := range funcs {
			check(prefix+one.Name, one.Doc)
		}
	}
	checkValues := func(values []*doc.Value) {
		for _, one := range values {
			for _, name := range one.Names {
				check(name, one.Doc)
			}
		}
	}
	checkFuncs("", described.Funcs)
	checkValues(append(described.Consts, described.Vars...))
	for _, one := range described.Types {
		check(one.Name, one.Doc)
		checkFuncs("", one.Funcs)
		checkFuncs(one.Name+".", one.Methods)
		checkValues(append(one.Consts, one.Vars...))
	}
	if count < 400 {
		t.Fatalf("only %d names were looked at", count)
	}
}

// The programs of the README are those under examples, which are built with everything else.
func TestReadmeShowsTheExamples(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(package main.*?)```").FindAllStringSubmatch(string(readme), -1)
	programs, _ := filepath.Glob("examples/*/main.go")
	want(t, "programs in the README", len(blocks), len(programs))
	for _, program := range programs {
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, block := range blocks {
			found = found || block[1] == string(text)
		}
		want(t, program+" stands in the README as it is", found, true)
	}
}
