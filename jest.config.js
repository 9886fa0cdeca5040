const { availableParallelism, totalmem } = require('node:os');
const path = require('node:path');
const { swcOptions } = require('./scripts/setup/swc-options.cjs');

const WORKER_MEMORY = 2 ** 30;

/** Workers beside those of the cores: specs wait for processes, blocks and timers for more than half of their time. */
const WAITING_WORKERS = 4;
/** As far as the memory goes. */
const workers = () =>
  Math.max(1, Math.min(availableParallelism() + WAITING_WORKERS, Math.floor(totalmem() / 2 / WORKER_MEMORY)));

/** @type {import('jest').Config} */
module.exports = {
  // One realm per worker, so that packages are evaluated once (docs/decisions/0015).
  testEnvironment: '<rootDir>/scripts/jest/worker-environment.cjs',
  runtime: '<rootDir>/scripts/jest/worker-runtime.cjs',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  transform: { '^.+\\.ts$': ['@swc/jest', swcOptions(__dirname)] },
  // For --findRelatedTests: programs are compiled with their paths.
  moduleNameMapper: { '^@app/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts' },
  moduleFileExtensions: ['ts', 'js', 'json'],
  reporters: ['default', '<rootDir>/scripts/jest/closing-line.cjs'],
  testSequencer: '<rootDir>/scripts/jest/longest-first.cjs',
  cacheDirectory: path.join(__dirname, '.cache', 'jest'),
  maxWorkers: workers(),
  // Spec files leave memory behind: a worker with a larger heap is replaced before the next file.
  workerIdleMemoryLimit: WORKER_MEMORY,
  // A worker closes its connections and writes its code cache: on a busy machine not within the default of 500 ms.
  workerGracefulExitTimeout: 30_000,
  // Ends what hangs. It asserts nothing about speed: no part of a spec comes near it on a busy machine.
  testTimeout: 600_000,
};
