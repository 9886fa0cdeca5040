import { setTimeout as delay } from 'node:timers/promises';
import { type InfoAnswer, type LyingNode, lyingNode } from '../../harness/fake-node/lying-node';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { until } from '../../harness/until';
import { allFit, PATIENT, read, unfitWhy } from './support';

/** More than the ten blocks that a node may be ahead of the others without a proof. */
const STANDING_MS = 8_000;
const LABELS = ['node-1', 'node-2', 'node-3'];

let chain: TestChain;
let proxies: LyingNode[];
let gateway: RunningGateway;
beforeAll(async () => {
  chain = await TestChain.start({ blocks: 'timed' });
  proxies = await Promise.all(LABELS.map(() => lyingNode(chain.url)));
  const named = proxies.map(({ url }, index) => ({ url, name: LABELS[index]! }));
  gateway = await startLabelledGateway(named, { env: { ...PATIENT, NODE_POLL_MS: '200' } });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await chain.close();
});
beforeEach(async () => {
  for (const proxy of proxies) proxy.lie = undefined;
  await until(async () => {
    await read(gateway);
    return allFit(gateway);
  });
});

/** Labels of the nodes that answered, and every reason for which a node was unfit, until the time is over. */
async function readsUntil(endMs: number): Promise<{ labels: string[]; reasons: (string | undefined)[][] }> {
  const labels: string[] = [];
  const reasons: (string | undefined)[][] = [];
  while (performance.now() < endMs) {
    labels.push(await read(gateway));
    reasons.push(LABELS.map((label) => unfitWhy(gateway, label)));
    await delay(50);
  }
  return { labels, reasons };
}

const stateOf = async (): Promise<InfoAnswer> =>
  (await (await fetch(`${chain.url}/v1/chain/get_info`)).json()) as InfoAnswer;

describe('nodes that stand still', () => {
  it('two of three nodes that stand still make the third one not unfit, which answers the reads', async () => {
    const stood = await stateOf();
    for (const proxy of proxies.slice(0, 2)) proxy.lie = () => stood;
    const { labels, reasons } = await readsUntil(performance.now() + STANDING_MS);
    expect(reasons.filter((each) => each.some((why) => why !== undefined))).toEqual([]);
    expect(new Set(labels.slice(Math.floor(labels.length / 2)))).toEqual(new Set(['node-3']));
  });

  it('a node whose head grows as time allows, without such blocks, is unfit once it is ahead of two that stand still', async () => {
    const stood = await stateOf();
    const stoodAtMs = performance.now();
    for (const proxy of proxies.slice(0, 2)) proxy.lie = () => stood;
    proxies[2]!.lie = () => {
      const blocks = Math.floor((performance.now() - stoodAtMs) / 500);
      const number = Number(stood['head_block_num']) + blocks;
      const timeMs = Date.parse(`${String(stood['head_block_time'])}Z`) + blocks * 500;
      return {
        ...stood,
        head_block_num: number,
        head_block_id: number.toString(16).padStart(8, '0') + 'ee'.repeat(28),
        head_block_time: new Date(timeMs).toISOString().slice(0, -1),
      };
    };
    await until(async () => {
      await read(gateway);
      return unfitWhy(gateway, 'node-3') !== undefined;
    });
    expect(unfitWhy(gateway, 'node-3')).toMatch(/^its head is \d+ (blocks|s) ahead of the other nodes$/);
    const { labels, reasons } = await readsUntil(performance.now() + 1_000);
    expect(labels).not.toContain('node-3');
    expect(reasons.flatMap(([first, second]) => [first, second])).toEqual(
      reasons.flatMap(() => [undefined, undefined]),
    );
  });
});
