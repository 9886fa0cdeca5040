// Compiler options for TypeScript, used by the product and the tests (docs/decisions/0001).

/** Packages that are loaded when they are first used: 4 MB of every thread that neither signs nor recovers keys. */
const LOADED_WHEN_USED = ['@noble/curves/nist.js', '@wharfkit/signing-request', 'tiny-secp256k1'];

exports.swcOptions = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'commonjs', lazy: LOADED_WHEN_USED },
};
