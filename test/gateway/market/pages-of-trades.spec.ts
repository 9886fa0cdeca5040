import { serveTrades } from '../../harness/fake-node/exchange-rows';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { answerOf } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

const TRADES = 11_000;
/** Trades of the quiet pair, by id: some beyond a page of each other, some in a row, none among the newest 5000. */
const QUIET = new Set([1, 2, 3, 700, 3_000, 3_600, 3_601, 4_205]);
/** Of these alice is the buyer. */
const OWN = new Set([2, 700, 3_601]);

interface Answer {
  trades: { id: number }[];
  truncated: boolean;
  next_before_id: number | null;
}

describe.each(SURFACES)('get_trades over %s on an exchange whose other pair is busy', (_surface, over) => {
  let node: FakeNode;
  let gateway: RunningGateway;
  let requests = 0;
  beforeAll(async () => {
    node = await FakeNode.start(new FakeChain('trades'));
    serveTrades(node, TRADES, tradeOf, () => (requests += 1));
    gateway = await startGateway(node.url);
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });

  const tradeOf = (id: number) => ({
    ...{ id, pair: QUIET.has(id) ? 'nativebtc' : 'btcusdt', seller: 'bob' },
    ...{ buyer: OWN.has(id) ? 'alice' : 'carol', timestamp: '1772366400500', type: 'sell', blockNumber: id },
    ...(QUIET.has(id)
      ? { price: '0.0000000200', baseAsset: '100.0000 NATIVE', quoteAsset: '0.00000200 BTC' }
      : { price: '80000.00000000', baseAsset: '0.00100000 BTC', quoteAsset: '80.00000000 USDT' }),
  });

  const read = async (input: Record<string, unknown>) =>
    (await answerOf(over(gateway.url)('get_trades', input))) as unknown as Answer;

  /** The ids of all pages, and what each answer said. */
  async function pages(input: Record<string, unknown>) {
    const answers: Answer[] = [];
    for (let beforeId: number | null | undefined; beforeId !== null;) {
      const answer = await read(beforeId === undefined ? input : { ...input, before_id: beforeId });
      answers.push(answer);
      if (answers.length > 50) throw new Error('the pages do not end');
      beforeId = answer.next_before_id;
    }
    return { ids: answers.flatMap(({ trades }) => trades.map(({ id }) => id)), answers };
  }

  const newestFirst = (ids: Iterable<number>) => [...ids].sort((left, right) => right - left);

  it.each([1, 2, 3, 50, 200])('get_trades pages by %d through every trade of a quiet pair', async (limit) => {
    const { ids, answers } = await pages({ pair: 'nativebtc', limit });
    expect(ids).toEqual(newestFirst(QUIET));
    expect(answers[0]).toMatchObject({ trades: [], truncated: true, next_before_id: TRADES - 4_999 });
    expect(answers.at(-1)).toMatchObject({ truncated: false, next_before_id: null });
  });

  it.each([1, 200])('get_trades pages by %d through the trades of one account', async (limit) => {
    expect((await pages({ pair: 'nativebtc', limit, account: 'alice' })).ids).toEqual(newestFirst(OWN));
  });

  it('get_trades reads on until it has what was asked for, and no further', async () => {
    requests = 0;
    const answer = await read({ pair: 'nativebtc', limit: 4, before_id: 4_700 });
    expect(answer.trades.map(({ id }) => id)).toEqual([4_205, 3_601, 3_600, 3_000]);
    expect(answer).toMatchObject({ truncated: true, next_before_id: 3_000 });
    expect(requests).toBe(4);
  });

  it('get_trades without truncation returns the end of the history', async () => {
    expect(await read({ pair: 'nativebtc', limit: 2, before_id: 4 })).toMatchObject({
      ...{ trades: [{ id: 3 }, { id: 2 }], truncated: false, next_before_id: 2 },
    });
    expect(await read({ pair: 'nativebtc', limit: 200, before_id: 1 })).toMatchObject({
      ...{ trades: [], truncated: false, next_before_id: null },
    });
  });
});
