#!/bin/sh
set -eu

expires=$(($(date +%s) + 3600))
wish='{"prompt": "Show the pricing – and the “free” plan", "autoplay": true, "theme": "dark"}'
payload=$(printf '%s' "$wish" | openssl base64 -A | tr '+/' '-_' | tr -d '=')
signature=$(printf 'v1\n%s\n%s\n%s' "$PROJECT_ID" "$expires" "$payload" |
  openssl dgst -sha256 -hmac "$SIGNING_SECRET" | sed 's/^.* //')

echo "$SHOWREEL_URL/api/v1/embed/runtime?project_id=$PROJECT_ID&expires=$expires&payload=$payload&signature=$signature"
