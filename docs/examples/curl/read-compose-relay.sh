#!/usr/bin/env bash
# Reads the price, composes a transfer, and relays a signed one, with curl alone.
#   GATEWAY=http://127.0.0.1:3000 CHAIN=http://127.0.0.1:8888 bash read-compose-relay.sh
set -euo pipefail
GATEWAY=${GATEWAY:-http://127.0.0.1:3000}
CHAIN=${CHAIN:-http://127.0.0.1:8888}

tool() {
  curl --silent --show-error --fail-with-body "$GATEWAY/v1/tools/$1" --data "$2"
  echo
}

tool get_btc_price '{}'

# A proposal: nothing is sent. `summary` is made from the packed bytes, `next` says what to do with them.
tool transfer '{"from":"alice","to":"bob","symbol":"BTC","amount":"0.0001"}'

# curl cannot sign. A development chain hands out a transaction that is signed with a development key.
signed=$(curl --silent --show-error --fail "$CHAIN/devchain/signed-transfer")
tool push_transaction "{\"signed_tx\":$signed}"
# The same bytes again are executed once.
tool push_transaction "{\"signed_tx\":$signed}"

# A refusal is {"error": ...} with a status of 400 or above.
tool get_account '{"acount":"alice"}' || echo "refused"
