import { AnswerLife } from '@app/operations';
import type { Chains } from '@app/upstream';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';

const BALANCE = '/v1/chain/get_currency_balance';
const INFO = '/v1/chain/get_info';
const LONG_MS = 3_600_000;
const TOTAL = 100n;

/** Balances of the accounts `one` and `two`: in each block a unit goes from one to the other, and back. */
class MovingChain {
  readonly chain = new FakeChain('moving');
  /** Blocks that come, each after one more balance was read. */
  blocks: number[] = [];
  #reads = 0;

  get requests(): number {
    return this.#reads;
  }

  serve(node: FakeNode): void {
    node.override = (path, body, response) => {
      if (path !== BALANCE) return false;
      const { account } = JSON.parse(body) as { account: string };
      const moved = BigInt(this.chain.headBlockNum % 2) * 40n;
      json(response, 200, [`0.000000${account === 'one' ? 70n - moved : 30n + moved} BTC`]);
      this.#reads += 1;
      if (this.blocks.includes(this.#reads)) this.chain.headBlockNum += 1;
      return true;
    };
  }
}

describe('reads at one head', () => {
  let moving: MovingChain;
  let nodes: FakeNode[];
  let chains: Chains;
  const asked = (path: string) =>
    nodes.flatMap(({ requests }) => requests).filter((request) => request.path === path).length;

  async function start(count: number): Promise<void> {
    moving = new MovingChain();
    nodes = await Promise.all(Array.from({ length: count }, () => FakeNode.start(moving.chain)));
    for (const node of nodes) moving.serve(node);
    chains = chainsWithShortTimeouts(mainnetOn(nodes.map(({ url }) => url)), { readLifetimeMs: LONG_MS });
    // Polled, and no further poll before the spec is over.
    await chains.of('mainnet').info();
  }
  afterEach(async () => {
    await chains.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const balanceOf = async (account: string): Promise<bigint> =>
    (await chains.of('mainnet').currencyBalance('btc.token', account, 'BTC'))?.units ?? 0n;
  const sum = async (): Promise<bigint> => (await balanceOf('one')) + (await balanceOf('two'));
  const sumAtOneHead = () => chains.of('mainnet').atOneHead(sum);

  it('a unit that moves between two reads is counted once, at the block of the second attempt', async () => {
    await start(1);
    moving.blocks = [1];
    expect(await sumAtOneHead()).toEqual({ value: TOTAL, headBlock: 101 });
    expect(moving.requests).toBe(4);
  });

  it('without blocks between them the parts are read once, and the head once before and once after them', async () => {
    await start(1);
    const before = asked(INFO);
    expect(await sumAtOneHead()).toEqual({ value: TOTAL, headBlock: 100 });
    expect(moving.requests).toBe(2);
    expect(asked(INFO) - before).toBeLessThanOrEqual(1);
  });

  it('an equal call shares the parts and the head, and asks no node', async () => {
    await start(1);
    await sumAtOneHead();
    const infos = asked(INFO);
    expect(await sumAtOneHead()).toEqual({ value: TOTAL, headBlock: 100 });
    expect(moving.requests).toBe(2);
    expect(asked(INFO)).toBe(infos);
  });

  it('where a block comes during each of three attempts, no block is named', async () => {
    await start(1);
    moving.blocks = [1, 3, 5];
    const { headBlock } = await sumAtOneHead();
    expect(headBlock).toBeNull();
    expect(moving.requests).toBe(6);
  });

  it('a second attempt sends all its reads at the same time', async () => {
    await start(1);
    let running = 0;
    let most = 0;
    const [node] = nodes;
    const { override } = node!;
    node!.override = (path, body, response) => {
      if (path !== BALANCE) return false;
      most = Math.max(most, (running += 1));
      setTimeout(() => {
        running -= 1;
        override(path, body, response);
      }, 20);
      return true;
    };
    moving.blocks = [2];
    expect((await sumAtOneHead()).headBlock).toBe(101);
    expect(most).toBe(2);
  });

  it('all parts come from the node that named the head, of two that are as fit', async () => {
    await start(2);
    for (let call = 0; call < 20; call += 1) {
      moving.chain.headBlockNum += 1;
      const before = nodes.map(({ requests }) => requests.length);
      expect(await sumAtOneHead()).toMatchObject({ value: TOTAL });
      const reads = nodes.map(({ requests }, index) =>
        requests.slice(before[index]).filter(({ path }) => path === BALANCE),
      );
      expect(reads.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(1);
    }
  });

  it('a node that names its head and fails reads is left after the first attempt', async () => {
    await start(2);
    let failing: FakeNode | undefined;
    for (const node of nodes) {
      const { override } = node;
      node.override = (path, body, response) => {
        if (path !== BALANCE) return false;
        // The first one that is asked is the one of the head.
        failing ??= node;
        if (node !== failing) return override(path, body, response);
        json(response, 503, {});
        return true;
      };
    }
    expect(await sumAtOneHead()).toEqual({ value: TOTAL, headBlock: 100 });
    // Two of each attempt, the other node alone.
    expect(moving.requests).toBe(4);
    expect(failing?.requests.filter(({ path }) => path === BALANCE).length).toBeLessThanOrEqual(2);
  });

  it.each([
    [1, 3],
    [2, 4],
  ])('something that is pushed between two reads has them read again, of %i nodes', async (count, most) => {
    await start(count);
    const chain = chains.of('mainnet');
    let attempts = 0;
    const value = await chain.atOneHead(async () => {
      const one = await balanceOf('one');
      attempts += 1;
      if (attempts === 1) chain.pushedElsewhere(false);
      return one + (await balanceOf('two'));
    });
    expect(value).toEqual({ value: TOTAL, headBlock: 100 });
    expect(attempts).toBe(2);
    // The second balance was read after the push: it serves again where the second attempt is of the same node.
    expect(moving.requests).toBeLessThanOrEqual(most);
  });

  it('an answer of a second attempt holds as long as the reads of that attempt', async () => {
    await start(1);
    moving.blocks = [1];
    const life = new AnswerLife();
    await life.run(sumAtOneHead);
    expect(life.whole).toBeDefined();
    expect(life.seen?.headBlock).toBe(101);
  });

  it('a failure of the code is thrown as it is', async () => {
    await start(1);
    await expect(chains.of('mainnet').atOneHead(() => Promise.reject(new Error('refused')))).rejects.toThrow(
      'refused',
    );
  });
});
