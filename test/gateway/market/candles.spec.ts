import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { type Answer, answerOf, overMcp, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { LONG_HEAD_AGE, LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { FollowedHistory } from '../../harness/history/followed-history';
import { DEX_TRADES } from '../../harness/history/trade-layout';
import { TestChain, transfer } from '../../harness/node/test-chain';
import { until } from '../../harness/until';

/** The head stands between the blocks of the spec, and the history may be behind it. */
const PATIENT = { ...LONG_NODE_TIMEOUTS, ...LONG_HEAD_AGE, NODE_MAX_INDEX_BLOCKS_BEHIND: '100000' };
const SPANS: Readonly<Record<string, number>> = {
  ...{ '1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000, '4h': 14_400_000, '1d': 86_400_000 },
};
const units = (text: unknown): bigint => BigInt(String(text).split(' ')[0]!.replace('.', ''));
const decimal = (value: bigint): string =>
  `${value / 10n ** 8n}.${String(value % 10n ** 8n).padStart(8, '0')}`;

/** Candles from the rows of trades, by another way than the history node: all trades of an interval at once. */
function recomputed(rows: readonly Answer[], spanMs: number) {
  const starts = [...new Set(rows.map(({ timestamp }) => Math.floor(Number(timestamp) / spanMs) * spanMs))];
  return starts.map((start) => {
    const inside = rows.filter(({ timestamp }) => Math.floor(Number(timestamp) / spanMs) * spanMs === start);
    const prices = inside.map(({ price }) => units(price));
    const ranked = [...prices].sort((left, right) => (left < right ? -1 : 1));
    const sum = (member: string) => inside.reduce((total, row) => total + units(row[member]), 0n);
    return {
      time: new Date(start).toISOString(),
      ...{ open: decimal(prices[0]!), high: decimal(ranked.at(-1)!) },
      ...{ low: decimal(ranked[0]!), close: decimal(prices.at(-1)!) },
      ...{
        volume: decimal(sum('baseAsset')),
        quote_volume: decimal(sum('quoteAsset')),
        trades: inside.length,
      },
    };
  });
}

describe('get_candles', () => {
  let chain: TestChain;
  let history: FollowedHistory;
  let gateway: RunningGateway;
  let aheadMs = 0;

  async function order(account: string, quantity: string, memo: string): Promise<void> {
    const token = quantity.endsWith('BTC') ? 'btc.token' : 'usdt.token';
    const { status, text } = await chain.transact(
      [transfer(account, 'dex', quantity, { memo, token })],
      [chain.keyOf(account)],
    );
    if (status !== 202) throw new Error(text);
  }

  /** A trade of 0.001 BTC at a price of whole dollars, in a block so much later than the one before. */
  async function trade(price: number, afterMs: number): Promise<void> {
    const amount = '0.00100000 BTC';
    aheadMs += afterMs;
    // Transactions expire by the time of the head.
    chain.devchain.chain.produceBlock();
    await order('alice', amount, `sell:${amount}:${price}.00000000 USDT`);
    await order('bob', `${decimal(BigInt(price) * 10n ** 5n)} USDT`, `buy:${amount}:${price}.00000000 USDT`);
    chain.devchain.chain.produceBlock();
  }

  /** Until the history has the head of the chain. */
  async function followed(): Promise<void> {
    const { head_block_num } = (await (await fetch(`${chain.url}/v1/chain/get_info`)).json()) as Answer;
    await until(async () => {
      const { text } = await history.get('/v2/history/get_actions', { limit: '1' });
      return (
        (JSON.parse(text) as { last_indexed_block: number }).last_indexed_block >= Number(head_block_num)
      );
    });
    expireReadCache();
  }

  const rowsOf = async (): Promise<Answer[]> => {
    const { rows } = await answerOf(
      overRest(gateway.url)('get_table_rows', { code: 'dex', scope: 'dex', table: 'history2', limit: 500 }),
    );
    return rows as Answer[];
  };

  beforeAll(async () => {
    const now = () => Date.now() + aheadMs;
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual', now }, { shipPort: 0 });
    history = await FollowedHistory.start(chain.devchain.shipUrl!, {
      chainUrl: chain.url,
      trades: DEX_TRADES,
    });
    // To half a second before a minute, so that the next trade is the first one of another.
    aheadMs += 60_000 - ((Date.now() + aheadMs) % 60_000) - 500;
    for (const [price, afterMs] of [
      ...[
        [80_000, 0],
        [80_500, 500],
        [79_900, 500],
        [80_100, 59_000],
        [80_200, 500],
        [80_300, 500],
      ],
      ...[
        [81_000, 240_000],
        [79_000, 900_000],
        [82_000, 3_600_000],
        [78_000, 14_400_000],
        [80_050, 86_400_000],
      ],
    ] as const)
      await trade(price, afterMs);
    await followed();
    // Afterwards: a node whose time jumps by a day while others look is not believed.
    gateway = await startGateway([chain.url, history.url], undefined, PATIENT);
    await until(async () => (await fetch(`${gateway.url}/mainnet/v2/health`)).ok);
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
    await chain.close();
  });

  it.each(Object.entries(SPANS))(
    'get_candles of %s equals a recomputation from all trades, at the borders of intervals too',
    async (interval, spanMs) => {
      const rows = await rowsOf();
      expect(rows).toHaveLength(11);
      for (const over of [overRest, overMcp]) {
        const answer = await answerOf(over(gateway.url)('get_candles', { pair: 'btcusdt', interval }));
        const candles = (answer['candles'] as Answer[]).map(({ closed, ...candle }) => {
          expect(typeof closed).toBe('boolean');
          return candle;
        });
        expect(candles).toEqual(recomputed(rows, spanMs));
        expect(answer['known_from']).toBe(recomputed(rows, 60_000)[0]!.time);
      }
    },
  );

  it('get_candles has the current candle, which the next trade changes', async () => {
    const day = async () => {
      const input = { pair: 'btcusdt', interval: '1d', limit: 1 };
      const { candles } = await answerOf(overRest(gateway.url)('get_candles', input));
      return (candles as Answer[])[0]!;
    };
    const before = await day();
    expect(before).toMatchObject({ closed: false, close: '80050.00000000' });
    await trade(80_060, 500);
    await followed();
    expect(await day()).toMatchObject({
      ...{
        closed: false,
        open: before['open'],
        close: '80060.00000000',
        trades: Number(before['trades']) + 1,
      },
      volume: decimal(units(before['volume']) + 100_000n),
    });
  });

  it('get_candles continues from next_from, and begins with the candle that a time is in', async () => {
    const all = recomputed(await rowsOf(), 60_000);
    const found: unknown[] = [];
    let from: unknown = new Date(Date.parse(all[0]!.time) + 59_999).toISOString();
    do {
      const input = { pair: 'btcusdt', interval: '1m', limit: 2, from };
      const page: Answer = await answerOf(overRest(gateway.url)('get_candles', input));
      found.push(...(page['candles'] as Answer[]).map(({ time }) => time));
      from = page['next_from'];
    } while (from !== null);
    expect(found).toEqual(all.map(({ time }) => time));
    const until = { pair: 'btcusdt', interval: '1m', from: all[1]!.time, to: all[2]!.time };
    const { candles } = await answerOf(overRest(gateway.url)('get_candles', until));
    expect((candles as Answer[]).map(({ time }) => time)).toEqual([all[1]!.time, all[2]!.time]);
  });

  it('get_candles of a pair without a trade is empty', async () => {
    expect(
      await answerOf(overRest(gateway.url)('get_candles', { pair: 'nativebtc', interval: '1h' })),
    ).toMatchObject({ candles: [], known_from: null, next_from: null });
  });

  it.each([
    [{ pair: 'btceur', interval: '1h' }, 'pair: must be'],
    [{ pair: 'btcusdt', interval: '2h' }, 'interval: must be'],
    [{ pair: 'btcusdt', interval: '1h', limit: 501 }, 'limit: must be'],
    [{ pair: 'btcusdt', interval: '1h', from: '2026-11-21' }, 'from: must be a time'],
    [{ pair: 'btcusdt', interval: '1h', to: '2026-13-21T00:00:00Z' }, 'to: is no time of the calendar'],
    [{ pair: 'btcusdt', interval: '1h', from: '2026-06-31T00:00:00Z' }, 'from: is no time of the calendar'],
  ])('get_candles refuses %j', async (input, reason) => {
    expect(await refusalOf(overRest(gateway.url)('get_candles', input))).toContain(reason);
  });

  it('get_candles is refused with no_history without a history node that keeps candles', async () => {
    const bare = await startGateway(chain.url);
    const { body } = await overRest(bare.url)('get_candles', { pair: 'btcusdt', interval: '1h' });
    await bare.close();
    expect(body['code']).toBe('no_history');
  });
});
