// CommonJS mode: Nest 12 is ESM-only, and Node 24 lets Jest load it with require() (docs/decisions/0001).
const { availableParallelism, totalmem } = require('node:os');
const { swcOptions } = require('./scripts/setup/swc-options.cjs');

const WORKER_MEMORY = 2 ** 30;

/** One worker for each core, as far as the memory goes. */
const workers = () =>
  Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / 2 / WORKER_MEMORY)));

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/scripts/test-environment.cjs',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  transform: { '^.+\\.ts$': ['@swc/jest', swcOptions] },
  moduleNameMapper: { '^@app/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts' },
  moduleFileExtensions: ['ts', 'js', 'json'],
  reporters: ['default', '<rootDir>/scripts/closing-line.cjs'],
  maxWorkers: workers(),
  // What spec files leave behind in a worker adds up to gigabytes: it begins anew between two of them.
  workerIdleMemoryLimit: WORKER_MEMORY,
  // Ends what hangs. It asserts nothing about speed: no part of a spec comes near it on a busy machine.
  testTimeout: 600_000,
};
