// Compiler options for TypeScript, used by the product and the tests (docs/decisions/0001).
const { readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * Packages that are loaded when they are first used: 4 MB of every thread that neither signs nor recovers keys, the MCP
 * server, which one command of the signer needs, the client of Redis, and the schemas that tell wrong params of MCP apart.
 */
const LOADED_WHEN_USED = [
  '@modelcontextprotocol/sdk/types.js',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/server/stdio',
  '@noble/curves/nist.js',
  '@wharfkit/signing-request',
  'ioredis',
  'ioredis/built/DataHandler',
  'tiny-secp256k1',
];

/** @param root the folder of the project, whose tsconfig.json names the libs */
exports.swcOptions = (root) => ({
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
    baseUrl: root,
    paths: JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')).compilerOptions.paths,
  },
  module: { type: 'commonjs', lazy: LOADED_WHEN_USED },
  swcrc: false,
});
