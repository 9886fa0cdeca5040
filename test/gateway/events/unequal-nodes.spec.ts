import { accountRow, tradeRow } from '../../harness/fake-node/exchange-rows';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import { LONG_HEAD_AGE } from '../../harness/gateway/long-timeouts';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import { until } from '../../harness/until';
import { Listener } from './support/listener';

const TABLE_ROWS = '/v1/chain/get_table_rows';

/** A node with a view of its own: its head, and trades up to one of that block. */
class View {
  readonly chain = new FakeChain('unequal');
  readonly node: Promise<FakeNode>;
  ids = [1, 2];
  isBroken = false;
  reads = 0;

  constructor() {
    this.chain.headBlockTime = new Date().toISOString().slice(0, -1);
    this.node = FakeNode.start(this.chain).then((node) => {
      node.override = (route, body, response) => {
        if (route === '/v1/chain/get_account') json(response, 200, accountRow('alice'));
        else if (route !== TABLE_ROWS) return false;
        else if (this.isBroken) json(response, 503, {});
        else {
          const { upper_bound: bound = '100' } = JSON.parse(body) as { upper_bound?: string };
          const rows = this.ids.map((id) => tradeRow(id, 96 + id)).filter(({ id }) => id <= Number(bound));
          this.reads += 1;
          json(response, 200, { rows: rows.reverse(), more: false, next_key: '' });
        }
        return true;
      };
      return node;
    });
  }
}

describe.each(['off', 'sample'])('streams of events over two unequal nodes, with verify: %s', (verify) => {
  let first: View;
  /** Asked first, while it answers. */
  let preferred: View;
  let gateway: RunningGateway;
  let live: Listener;
  beforeEach(async () => {
    [first, preferred] = [new View(), new View()];
    const nodes = [
      { url: (await first.node).url, name: 'first', capabilities: ['chain'] },
      { url: (await preferred.node).url, name: 'preferred', capabilities: ['chain'], weight: 100 },
    ];
    const env = { ...LONG_HEAD_AGE, NODE_POLL_MS: '100', NODE_POLL_TIMEOUT_MS: '10000' };
    gateway = await startLabelledGateway(nodes, { verify, env });
    live = await new Listener(gateway.url, 'fills:alice').ready();
  });
  afterEach(async () => {
    live.close();
    await gateway.close();
    await (await first.node).stop();
    await (await preferred.node).stop();
  });

  const told = () => live.heard.map(({ type }) => type);
  /** Resolves once the preferred node was asked for rows again. */
  const preferredIsAsked = async () => {
    const { reads } = preferred;
    await until(() => preferred.reads > reads + 3);
  };

  it('the gateway takes back nothing that only one of two nodes at the same head does not have', async () => {
    preferred.isBroken = true;
    first.ids = [1, 2, 4];
    await live.hears('fill');
    preferred.isBroken = false;
    await until(() => told().some((type) => type === 'unavailable' || type === 'undone'));
    await preferredIsAsked();
    expect(told()).not.toContain('undone');
    preferred.ids = [1, 2, 4];
    await live.hears('available');
    preferred.chain.headBlockNum = first.chain.headBlockNum = 101;
    preferred.ids = first.ids = [1, 2, 4, 5];
    await live.hears('fill', 2);
    expect(live.of('undone')).toEqual([]);
    preferred.ids = first.ids = [1, 2, 4];
    await live.hears('undone');
  });

  it('the gateway takes back nothing that a node ahead of the head of the look had, and the other one not yet', async () => {
    preferred.isBroken = true;
    first.ids = [1, 2, 5];
    await live.hears('fill');
    first.chain.headBlockNum = 101;
    preferred.isBroken = false;
    const { reads } = first;
    await until(() => first.reads > reads + 3);
    preferred.chain.headBlockNum = 101;
    preferred.ids = [1, 2, 5];
    await preferredIsAsked();
    preferred.ids = first.ids = [1, 2, 5, 6];
    await live.hears('fill', 2);
    expect(told().filter((type) => type !== 'heartbeat')).toEqual(['ready', 'fill', 'fill']);
  });
});
