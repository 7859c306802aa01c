module github.com/skillpass/skillpass-go

go 1.21
