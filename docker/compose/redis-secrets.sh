#!/bin/sh
# Makes the password of Redis and the secret of the replicas in the folder $1, once: those of the first start are kept.
set -eu
cd "$1"
umask 022
random() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
for name in redis-password redis-shared-secret; do
  [ -s "$name" ] && continue
  random > "$name.new"
  mv "$name.new" "$name"
done
printf 'requirepass %s\n' "$(cat redis-password)" > redis.conf
