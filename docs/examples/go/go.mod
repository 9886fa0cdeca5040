module example.invalid/transfer

go 1.21

require github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.0
