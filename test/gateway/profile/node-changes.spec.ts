import { LimitedLog, ReadinessRegistry } from '@app/operations';
import { Chains } from '@app/upstream';
import { type LyingNode, lyingNode } from '../../harness/fake-node/lying-node';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { until } from '../../harness/until';

describe('the log line of a node that changes its state', () => {
  let chain: TestChain;
  let nodes: LyingNode[];
  let gateway: RunningGateway;
  let lines: unknown[];
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'timed' });
    nodes = await Promise.all([lyingNode(chain.url), lyingNode(chain.url)]);
    const named = nodes.map(({ url }, index) => ({ url, name: `node-${index + 1}` }));
    gateway = await startLabelledGateway(named, { env: { ...LONG_NODE_TIMEOUTS, NODE_POLL_MS: '100' } });
    const log = gateway.app.get(LimitedLog);
    lines = [];
    for (const level of ['info', 'warn'] as const)
      jest.spyOn(log, level).mockImplementation((kind, fields, message) => {
        if (kind.startsWith('node ')) lines.push({ level, kind, ...fields, message });
      });
    // Polls continue while the network is used.
    await gateway.app.get(Chains).of('mainnet').info();
    for (const index of [0, 1]) await untilState(index, 'fit');
    lines.length = 0;
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all(nodes.map((node) => node.close()));
    await chain.close();
  });

  const untilState = (index: number, kind: string): Promise<void> =>
    until(() => gateway.app.get(Chains).of('mainnet').nodeStatus()[index]?.judged.kind === kind);

  it('a node that fails its polls is a warning with the reason, one that is back is information', async () => {
    const shared = { kind: 'node mainnet node-2', network: 'mainnet', node: 'node-2' };
    const why = expect.stringContaining('500') as string;
    nodes[1]!.isBroken = true;
    await untilState(1, 'suspect');
    const change = { before: 'fit', now: 'suspect', reason: why, message: 'the node is suspect' };
    expect(lines).toEqual([{ level: 'warn', ...shared, ...change }]);
    nodes[1]!.isBroken = false;
    await untilState(1, 'fit');
    const back = { before: 'suspect', now: 'fit', was: why, message: 'the node is fit again' };
    expect(lines.slice(1)).toEqual([{ level: 'info', ...shared, ...back }]);
  });

  it('a node that fails while the gateway stops is no line', async () => {
    lines.length = 0;
    gateway.app.get(ReadinessRegistry).drain();
    nodes[1]!.isBroken = true;
    await untilState(1, 'suspect');
    expect(lines).toEqual([]);
  });
});
