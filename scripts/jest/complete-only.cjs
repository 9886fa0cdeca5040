// Spec files that `npm test` leaves to `npm run test:all`: they start programs of the product, install packages or keep a
// database busy for longer than all specs near them. A path that is named runs in each form.
const { existsSync } = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..', '..');

/** Folders, and spec files without their ending. */
const COMPLETE_ONLY = [
  // The product under load, with nodes and replicas that fail.
  'test/resilience',
  'test/liars',
  'test/replicas/replicas',
  'test/gateway/relay/killed-replica',
  'test/gateway/webhooks/replicas',
  'test/gateway/platform/allocation',
  'test/gateway/platform/drain-under-load',
  'test/gateway/platform/process',
  'test/gateway/security/stalled-log-reader',
  'test/devchain/process',
  'test/chart/dashboard',
  'test/chart/lost-replicas',
  // Packages, releases, command lines and guides as a new user meets them.
  'test/release',
  'test/e2e/command-line',
  'test/e2e/npm-start',
  'test/scripts/setup/install',
  'test/deployment/loaded-builtins',
  'test/deployment/program-folders',
  'test/scripts/jest/worker',
  'test/docs/agents',
  'test/docs/index-your-chain',
  'test/docs/own-chain',
  'test/console/check-proposal',
  // Hours of simulated traffic.
  'test/devchain/simulation/simulation-long',
  // History nodes and databases that are killed or silent, and the embedded ClickHouse: what needs none is elsewhere.
  'test/history/cold',
  'test/history/follow/filled-stores',
  'test/history/follow/killed-load',
  'test/history/follow/late-database',
  'test/history/follow/late-node',
  'test/history/follow/roles',
  'test/history/follow/several-chains',
  'test/history/follow/silent-database',
  'test/history/store/crash',
];

const isThere = (name) => [name, `${name}.spec.ts`].some((file) => existsSync(path.join(ROOT, file)));
const missing = COMPLETE_ONLY.filter((name) => !isThere(name));
if (missing.length > 0) throw new Error(`scripts/jest/complete-only.cjs: no ${missing.join(', ')}`);

/** Patterns of paths for Jest: of a folder with all that is in it, of a file by its whole name. */
const patterns = COMPLETE_ONLY.map((name) => `/${name}(?:/|\\.spec\\.ts$)`);

module.exports = { COMPLETE_ONLY, patterns };
