import type { Network } from '../../network/network';
import { PoolsAtHead } from './pools-at-head';

const USDT = { apiSymbol: 'USDT', contract: 'usdt.token', symbol: 'USDT', precision: 8 };
const TABLE = { code: 'loan', scope: 'loan', table: 'poolstats' };
const TOUCHED_MS = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
/** 1000 USDT, 800 of them lent at 36.5 % a year: 0.8 USDT a day. */
const ROWS = [
  {
    ...{ pool_id: 6, available: '200.00000000 USDT', outstanding_amount: '800.00000000 USDT' },
    ...{ shares: '900.00000000 TPF', borrow_apr_bps: 3650, debt_shares: '800000000' },
    ...{ interest_remainder: '0', updated_at: '2026-11-21T12:00:00' },
  },
];

/** A network whose rows of pools stay the same object, as those of a chain where no action changes them. */
function networkAt(head: { ms: number }): Network {
  return {
    profile: { token: () => USDT },
    table: () => TABLE,
    assertEntries: () => undefined,
    chain: {
      info: () => Promise.resolve({ headBlockTimeMs: head.ms }),
      tableRows: () => Promise.resolve({ rows: ROWS, more: false, nextKey: '' }),
    },
  } as unknown as Network;
}

describe('PoolsAtHead', () => {
  it('PoolsAtHead counts interest up to the newest block, also where the rows are those of an earlier read', async () => {
    const head = { ms: TOUCHED_MS };
    const [network, pools] = [networkAt(head), new PoolsAtHead()];
    const outstanding: unknown[] = [];
    for (const ms of [0, 999, DAY_MS, 10 * DAY_MS]) {
      head.ms = TOUCHED_MS + ms;
      const { headTimeMs, pools: read } = await pools.of(network);
      outstanding.push([headTimeMs - TOUCHED_MS, read[0]?.outstanding]);
    }
    expect(outstanding).toEqual([
      [0, 80_000_000_000n],
      [999, 80_000_000_000n],
      [DAY_MS, 80_080_000_000n],
      [10 * DAY_MS, 80_800_000_000n],
    ]);
  });

  it('PoolsAtHead gives the same pools again at heads of one second, so that answers of them are made once', async () => {
    const head = { ms: TOUCHED_MS + DAY_MS };
    const [network, pools] = [networkAt(head), new PoolsAtHead()];
    const { pools: first } = await pools.of(network);
    head.ms += 500;
    const { pools: second, headTimeMs } = await pools.of(network);
    expect([second === first, headTimeMs]).toEqual([true, TOUCHED_MS + DAY_MS + 500]);
  });
});
