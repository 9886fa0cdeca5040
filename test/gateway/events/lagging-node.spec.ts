import { developmentProfileFile } from '@app/networks';
import { accountRow, tradeRow } from '../../harness/fake-node/exchange-rows';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { LONG_HEAD_AGE } from '../../harness/gateway/long-timeouts';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { until } from '../../harness/until';
import { Listener } from './support/listener';

const TRADES = [tradeRow(1, 50), tradeRow(2, 60), tradeRow(3, 98)];

/** A node of the chain that has its blocks up to `head`, and the trades in them. */
class Follower {
  readonly #chain = new FakeChain('lagging');
  #node: FakeNode | undefined;
  reads = 0;

  async start(head: number): Promise<string> {
    this.#node = await FakeNode.start(this.#chain);
    this.head = head;
    this.#chain.headBlockTime = new Date().toISOString().slice(0, -1);
    this.#node.override = (route, body, response) => {
      if (route === '/v1/chain/get_account') json(response, 200, accountRow('alice'));
      else if (route !== '/v1/chain/get_table_rows') return false;
      else {
        const { upper_bound: bound = '100' } = JSON.parse(body) as { upper_bound?: string };
        const there = TRADES.filter((one) => one.blockNumber <= this.head && one.id <= Number(bound));
        this.reads += 1;
        json(response, 200, { rows: there.reverse(), more: false, next_key: '' });
      }
      return true;
    };
    return this.#node.url;
  }

  get head(): number {
    return this.#chain.headBlockNum;
  }

  set head(block: number) {
    this.#chain.headBlockNum = block;
  }

  async stop(): Promise<void> {
    await this.#node?.stop();
  }

  async isReadAgain(): Promise<void> {
    const { reads } = this;
    await until(() => this.reads > reads + 3);
  }
}

async function headOf({ url }: RunningGateway): Promise<number | undefined> {
  const info = (await (await fetch(`${url}/v1/chain/get_info`)).json()) as { head_block_num?: number };
  return info.head_block_num;
}

describe('streams of events over nodes that are behind what was sent', () => {
  const followers = [new Follower(), new Follower()] as const;
  let gateway: RunningGateway;
  let live: Listener;
  afterEach(async () => {
    live.close();
    await gateway.close();
    for (const each of followers) await each.stop();
  });

  const begin = async (urls: string[]) => {
    const env = { ...LONG_HEAD_AGE, NODE_POLL_MS: '100', CONSOLE: 'off' };
    gateway = await startGateway(urls, developmentProfileFile(), env);
    await until(async () => (await headOf(gateway)) === 100);
    live = await new Listener(gateway.url, 'fills:alice').ready();
  };
  const fills = () => ['fill', 'undone', 'gap'].flatMap((type) => live.of(type));

  it('the gateway takes back nothing when a balancer goes over to a node that is behind', async () => {
    const [balanced] = followers;
    await begin([await balanced.start(100)]);
    await balanced.isReadAgain();
    balanced.head = 96;
    await live.hears('unavailable');
    balanced.head = 104;
    await live.hears('available');
    await balanced.isReadAgain();
    expect(live.of('unavailable').map(({ code }) => code)).toContain('block_not_reached');
    expect(fills()).toEqual([]);
  });

  it('the gateway takes back nothing when the node that leads is lost while the other one catches up', async () => {
    const [leads, behind] = followers;
    await begin([await leads.start(100), await behind.start(70)]);
    await leads.isReadAgain();
    await leads.stop();
    await live.hears('unavailable');
    behind.head = 104;
    await live.hears('available');
    await behind.isReadAgain();
    expect(fills()).toEqual([]);
  });
});
