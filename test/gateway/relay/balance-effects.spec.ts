import fc from 'fast-check';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import type { Answer } from '../../harness/gateway/gateway-client';
import { type Proposal, TestGateway, units } from '../../harness/gateway/test-gateway';
import { LONG_PROPERTY } from '../../harness/long-property';

const TRADERS = ['alice', 'bob', 'carol'] as const;
/** Every account that holds tokens which the operations below move. */
const HOLDERS = [...TRADERS, 'dex', 'loan'];
const DECIMALS: Readonly<Record<string, number>> = { NATIVE: 4 };
const PRICE = '80000';

const account = fc.constantFrom(...TRADERS);
const amount = (maxUnits: number, decimals: number) =>
  fc.integer({ min: 1, max: maxUnits }).map((value) => (value / 10 ** decimals).toFixed(decimals));

/** Operations as a tool and its input. */
const operation: fc.Arbitrary<readonly [string, Answer]> = fc.oneof(
  fc
    .record({
      account,
      side: fc.constantFrom('buy', 'sell'),
      price: fc.integer({ min: 79_900, max: 80_100 }).map(String),
      amount: amount(9_000_000, 8),
    })
    .map((input) => ['place_order', { pair: 'btcusdt', ...input }] as const),
  fc
    .record({ account, side: fc.constantFrom('buy', 'sell'), amount: amount(90_000_000, 4) })
    .map((input) => ['place_order', { pair: 'nativebtc', price: '0.0000000123', ...input }] as const),
  fc
    .record({ from: account, to: account, symbol: fc.constantFrom('BTC', 'USDT'), amount: amount(1e9, 8) })
    .filter(({ from, to }) => from !== to)
    .map((input) => ['transfer', input] as const),
  fc
    .record({ account, amount_usdt: amount(1e11, 8) })
    .map((input) => ['lend', { pool_id: 6, ...input }] as const),
  fc
    .record({ account, amount_tpf: amount(1e10, 8) })
    .map((input) => ['redeem', { pool_id: 6, ...input }] as const),
  fc
    .integer({ min: 100, max: 400 })
    .map((usdt) => ['borrow', { account: 'alice', amount_usdt: String(usdt), max_apr_bps: 2000 }] as const),
  fc.constant(['repay', { account: 'alice', amount_usdt: '50.5' }] as const),
);

describe('the balances of a dry run', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    // A clock that stands still: interest is the same in the dry run and in the push.
    const nowMs = Date.now();
    gateway = await TestGateway.start({ now: () => nowMs, blocks: 'manual' });
    await gateway.admin('price', { price: PRICE });
    await gateway.execute('setup_vault', { account: 'alice' });
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', { account: 'alice' });
    await gateway.payBitcoin(btc_address, '1');
    await gateway.execute('lend', { account: 'bob', amount_usdt: '100000' });
  });
  afterAll(() => gateway.close());

  const balances = async (): Promise<Map<string, bigint>> => {
    expireReadCache();
    const held = await Promise.all(
      HOLDERS.map(async (holder) => {
        const answer = await gateway.read('get_account', { account: holder });
        return Object.entries(answer['balances'] as Answer).map(
          ([token, held]) => [`${holder} ${token}`, units(held)] as const,
        );
      }),
    );
    return new Map(held.flat());
  };

  const changesOf = ({ simulation }: Proposal): Map<string, bigint> =>
    new Map(
      simulation.effects!.map(({ account: changed, token, change }) => {
        expect(change).toMatch(new RegExp(`^-?\\d+\\.\\d{${DECIMALS[token] ?? 8}}$`));
        return [`${changed} ${token}`, units(change)];
      }),
    );

  it('the balances of a dry run are what really changed after the same bytes were pushed', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 6, maxLength: 12 }), async (operations) => {
        for (const [tool, input] of operations) {
          expireReadCache();
          const proposal = await gateway.compose(tool, input);
          if (proposal.simulation.status !== 'ok') {
            expect(proposal.simulation.effects).toBeNull();
            continue;
          }
          const before = await balances();
          const signer = { account: String(input['account'] ?? input['from']) };
          const pushed = await gateway.relay(proposal, signer, 'accepted');
          expect(pushed).toMatchObject({ body: { status: 'pending' } });
          const after = await balances();
          const changed = [...after].map(([key, held]) => [key, held - before.get(key)!] as const);
          expect(Object.fromEntries(changesOf(proposal))).toEqual(
            Object.fromEntries(changed.filter(([, change]) => change !== 0n)),
          );
          seen.add(tool);
        }
      }),
      { ...LONG_PROPERTY, numRuns: 5 },
    );
    expect([...seen].sort()).toEqual(['borrow', 'lend', 'place_order', 'redeem', 'repay', 'transfer']);
  });
});
