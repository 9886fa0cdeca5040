module floor

go 1.22
