import { ManualClock } from '@app/operations/core';
import { UpstreamNode } from '../node/upstream-node';
import { NodePool } from './node-pool';
import { LIMITS } from './testing/judged-nodes';

it('a backup is behind the other nodes where pushes and look-ups begin, and a cordoned node takes none', async () => {
  const nodes = ['backup', 'one', 'other'].map(
    (label, index) =>
      new UpstreamNode({
        url: `http://127.0.0.1:${index + 1}`,
        label,
        capabilities: undefined,
        isBackup: label === 'backup',
      }),
  );
  const pool = new NodePool('mainnet', nodes, {
    clock: new ManualClock(0),
    random: () => 0,
    limits: LIMITS,
    pollMs: 1_000,
    chainId: 'ab'.repeat(32),
  });
  const labels = () => pool.chainNodes().map(({ label }) => label);
  expect(labels()).toEqual(['one', 'other', 'backup']);
  pool.cordon(new Set(['one']));
  expect(labels()).toEqual(['other', 'backup']);
  expect(nodes.map((node) => pool.isInService(node))).toEqual([true, false, true]);
  pool.close();
  await Promise.all(nodes.map((node) => node.close()));
});
