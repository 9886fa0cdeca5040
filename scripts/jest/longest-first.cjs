// The order of spec files. Jest begins with the longest ones as it measured them, and in a fresh clone with the largest
// files. Small files that run other programs for long would come last there, and the other workers wait for them.
const { existsSync } = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const ROOT = path.resolve(__dirname, '..', '..');
/** Spec files of more than 20 seconds with two cores, most of them waits; those of the other suites at its end. */
const LONG = [
  'test/liars/liars.spec.ts',
  'test/resilience/resilience.spec.ts',
  'test/replicas/replicas.spec.ts',
  'test/replicas/balancer.spec.ts',
  'test/gateway/webhooks/replicas.spec.ts',
  'test/gateway/reload/reload-profile.spec.ts',
  'test/gateway/reload/reload-profile-late-node.spec.ts',
  'test/docs/index-your-chain.spec.ts',
  'test/gateway/webhooks/deliveries.spec.ts',
  'test/gateway/consistency/reads-after-push.spec.ts',
  'test/gateway/push-faults/tool-faults.spec.ts',
  'test/gateway/push-faults/mirror-faults.spec.ts',
  'test/gateway/mcp/hostile-abis.spec.ts',
  'test/history/process.spec.ts',
  'test/history/cold/tiered-histories.spec.ts',
  'test/history/cold/killed-mover.spec.ts',
  'test/history/cold/integrity.spec.ts',
  'test/history/cold/two-tiers.spec.ts',
  'test/libs/upstream/fleet-model.spec.ts',
  'test/gateway/verified-reads/one-answer.spec.ts',
  'test/browser/console-left-open.browser.ts',
  'test/browser/swagger.browser.ts',
  'test/browser/console-walk.browser.ts',
  'test/browser/console-live.browser.ts',
  'test/browser/console-states.browser.ts',
  'test/examples/proofs.example.ts',
  'test/examples/python-client.example.ts',
].map((file) => path.join(ROOT, file));

const missing = LONG.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`scripts/jest/longest-first.cjs: no ${missing.join(', ')}`);

/** Set by the sort of Jest, where an earlier run measured it. */
const isLong = ({ path: file, duration }) => typeof duration !== 'number' && LONG.includes(file);

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
