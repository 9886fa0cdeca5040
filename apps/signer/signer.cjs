#!/usr/bin/env node
require('./dist/apps/signer/src/main.js');
