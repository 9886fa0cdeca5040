// CommonJS mode: Nest 12 is ESM-only, and Node 24 lets Jest load it with require() (docs/decisions/0001).
const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  },
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  transform: { '^.+\\.ts$': swc },
  moduleNameMapper: { '^@app/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts' },
  moduleFileExtensions: ['ts', 'js', 'json'],
  reporters: ['default', '<rootDir>/scripts/closing-line.cjs'],
  maxWorkers: 2,
  // What spec files leave behind in a worker adds up to gigabytes: it begins anew between two of them.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
};
