import { nameToValue } from '@app/antelope';
import type { TradeWrite } from '../../../apps/history/src/derive/block-writes';
import { SampleBlocks } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const HOUR = Date.UTC(2030, 0, 31, 12);
const ROUTE = '/v2/history/get_candles';
const trade = (afterMs: number, price: bigint, base = 100n): TradeWrite => ({
  pair: nameToValue('btcusdt'),
  timeMs: HOUR + afterMs,
  price: { units: price, decimals: 2 },
  base: { units: base, decimals: 8 },
  quote: { units: base * price, decimals: 4 },
});

describe('get_candles of the history node', () => {
  let history: SampleHistory;
  beforeAll(async () => {
    const blocks = new SampleBlocks();
    history = await SampleHistory.start([
      blocks.next([], { trades: [trade(0, 500n), trade(59_999, 700n)] }),
      blocks.next([], { trades: [trade(60_000, 600n), trade(3_600_000, 400n, 2n ** 62n - 1n)] }),
    ]);
  });
  afterAll(() => history.close());

  const ask = async (parameters: Record<string, string>) => {
    const { status, text } = await history.get(ROUTE, { pair: 'btcusdt', interval: '1m', ...parameters });
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  };
  const timesOf = async (parameters: Record<string, string>) =>
    ((await ask(parameters)).body['candles'] as { time: string }[]).map(({ time }) => time.slice(11, 16));

  it('a candle has its trades from its start to the last millisecond before the next one, with every digit', async () => {
    const { body } = await ask({ sort: 'asc' });
    expect(body).toMatchObject({
      ...{ pair: 'btcusdt', interval: '1m', known_from: '2030-01-31T12:00:00.000' },
      total: { value: 3, relation: 'eq' },
      candles: [
        {
          ...{ time: '2030-01-31T12:00:00.000', open: '5.00', high: '7.00', low: '5.00', close: '7.00' },
          ...{ volume: '0.00000200', quote_volume: '12.0000', trades: 2 },
        },
        { time: '2030-01-31T12:01:00.000', open: '6.00', close: '6.00', trades: 1 },
        { time: '2030-01-31T13:00:00.000', volume: '46116860184.27387903', trades: 1 },
      ],
    });
  });

  it.each([
    ['1m', 3],
    ['5m', 2],
    ['15m', 2],
    ['1h', 2],
    ['4h', 1],
    ['1d', 1],
  ])('candles of %s are %d', async (interval, count) => {
    expect((await ask({ interval })).body['candles']).toHaveLength(count);
  });

  it('candles are the newest first unless sort says otherwise, at most limit, within after and before', async () => {
    expect(await timesOf({})).toEqual(['13:00', '12:01', '12:00']);
    expect(await timesOf({ limit: '1' })).toEqual(['13:00']);
    expect(await timesOf({ sort: 'asc', limit: '2' })).toEqual(['12:00', '12:01']);
    expect(await timesOf({ after: '2030-01-31T12:00:01', before: '2030-01-31T12:59:59' })).toEqual(['12:01']);
  });

  it('candles of a pair without a trade are none, and known from no time', async () => {
    expect((await ask({ pair: 'other' })).body).toMatchObject({ candles: [], known_from: null });
  });

  it.each([
    [{ interval: '2m' }, 'interval'],
    [{ pair: 'BTC' }, 'pair'],
    [{ limit: '1001' }, 'limit'],
    [{ after: '1234' }, 'after'],
    [{ before: 'now' }, 'before'],
  ])('candles are refused with %j', async (parameters, named) => {
    const { status, body } = await ask(parameters as unknown as Record<string, string>);
    expect({ status, message: body['message'] }).toEqual({
      status: 400,
      message: expect.stringContaining(named) as string,
    });
  });
});
