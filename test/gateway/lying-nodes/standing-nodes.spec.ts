import { setTimeout as delay } from 'node:timers/promises';
import { type InfoAnswer, type LyingNode, lyingNode } from '../../harness/fake-node/lying-node';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { until } from '../../harness/until';
import { allFit, headOf, PATIENT, read, unfitWhy } from './support';

/** Blocks after which a node that stands still is late. */
const LATE_BLOCKS = 6;
/** More than the ten blocks that a node may be ahead of the others without a proof. */
const STANDING_BLOCKS = 16;
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

interface Read {
  /** Of the node that answered. */
  readonly label: string;
  /** Head of the third node by its last poll, before the read. */
  readonly head: number;
  /** Why each node is unfit. */
  readonly reasons: (string | undefined)[];
}

async function oneRead(): Promise<Read> {
  const head = headOf(gateway, 'node-3');
  const label = await read(gateway);
  return { label, head, reasons: LABELS.map((each) => unfitWhy(gateway, each)) };
}

const stateOf = async (): Promise<InfoAnswer> =>
  (await (await fetch(`${chain.url}/v1/chain/get_info`)).json()) as InfoAnswer;

describe('nodes that stand still', () => {
  it('two of three nodes that stand still make the third one not unfit, which answers the reads', async () => {
    const stood = await stateOf();
    for (const proxy of proxies.slice(0, 2)) proxy.lie = () => stood;
    const stoodAt = Number(stood['head_block_num']);
    const made: Read[] = [];
    while (headOf(gateway, 'node-3') < stoodAt + STANDING_BLOCKS) {
      made.push(await oneRead());
      await delay(50);
    }
    expect(made.filter(({ reasons }) => reasons.some((why) => why !== undefined))).toEqual([]);
    const late = made.filter(({ head }) => head >= stoodAt + LATE_BLOCKS);
    expect(new Set(late.map(({ label }) => label))).toEqual(new Set(['node-3']));
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
    for (let count = 0; count < 20; count += 1) {
      const { label, reasons } = await oneRead();
      expect(label).not.toBe('node-3');
      expect(reasons.slice(0, 2)).toEqual([undefined, undefined]);
      await delay(50);
    }
  });
});
