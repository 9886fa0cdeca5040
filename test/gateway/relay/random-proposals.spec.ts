import fc from 'fast-check';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import type { Answer } from '../../harness/gateway/gateway-client';
import { type Proposal, TestGateway, units } from '../../harness/gateway/test-gateway';
import { longOr } from '../../harness/long';
import { LONG_PROPERTY } from '../../harness/long-property';

const TRADERS = ['alice', 'bob', 'carol'] as const;
const DECIMALS: Readonly<Record<string, number>> = { NATIVE: 4 };
const PRICE = '80000';
const BRIDGE_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
/** Of 6 to 12 proposals each; the long form has 2,000 proposals. */
const SEQUENCES = longOr(220, 8);

type Proposed = readonly [tool: string, input: Answer];
/** Makes a proposal of the state of the chain; undefined where it has nothing to cancel. */
type Operation = (gateway: TestGateway) => Promise<Proposed | undefined>;

const account = fc.constantFrom(...TRADERS);
const amount = (maxUnits: number, decimals: number, minUnits = 1) =>
  fc.integer({ min: minUnits, max: maxUnits }).map((value) => (value / 10 ** decimals).toFixed(decimals));
const always = (tool: string, inputs: fc.Arbitrary<Answer>): fc.Arbitrary<Operation> =>
  inputs.map((input) => () => Promise.resolve([tool, input] as const));
const side = fc.constantFrom('buy', 'sell');

/** Cancels one of the rows that a read tool lists for an account. */
const cancelling = (
  wanted: { read: string; list: string; tool: string },
  inputOf: (row: Answer) => Answer,
): fc.Arbitrary<Operation> =>
  fc.tuple(account, fc.nat()).map(([owner, index]) => async (gateway: TestGateway) => {
    const rows = (await gateway.read(wanted.read, { account: owner }))[wanted.list] as Answer[];
    const row = rows[index % Math.max(1, rows.length)];
    return row && ([wanted.tool, { account: owner, ...inputOf(row) }] as const);
  });

/** Proposals of every tool that composes and can be repeated. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: always(
      'place_order',
      fc.record({
        ...{ pair: fc.constant('btcusdt'), account, side, amount: amount(9_000_000, 8) },
        price: fc.integer({ min: 79_900, max: 80_100 }).map(String),
      }),
    ),
  },
  always(
    'place_order',
    fc.record({
      ...{ pair: fc.constant('nativebtc'), price: fc.constant('0.0000000123') },
      ...{ account, side, amount: amount(90_000_000, 4) },
    }),
  ),
  always(
    'transfer',
    fc
      .record({ from: account, to: account, symbol: fc.constantFrom('BTC', 'USDT'), amount: amount(1e9, 8) })
      .filter(({ from, to }) => from !== to),
  ),
  always('lend', fc.record({ pool_id: fc.constant(6), account, amount_usdt: amount(1e11, 8) })),
  always('redeem', fc.record({ pool_id: fc.constant(6), account, amount_tpf: amount(1e13, 8) })),
  always(
    'borrow',
    fc.record({
      account: fc.constant('alice'),
      amount_usdt: fc.integer({ min: 100, max: 400 }).map(String),
      max_apr_bps: fc.constantFrom(1, 2000),
    }),
  ),
  always('repay', fc.record({ account: fc.constant('alice'), amount_usdt: amount(60_000_000_000, 8) })),
  always(
    'withdraw_btc',
    fc.record({ account, amount: amount(9_000_000, 8, 200_000), btc_address: fc.constant(BRIDGE_ADDRESS) }),
  ),
  always(
    'withdraw_collateral',
    fc.record({
      ...{ account: fc.constant('alice'), amount_cbtc: amount(400_000, 8, 80_000) },
      btc_address: fc.constant(BRIDGE_ADDRESS),
    }),
  ),
  cancelling({ read: 'get_orders', list: 'orders', tool: 'cancel_order' }, ({ id, pair }) => ({
    ...{ order_id: id, pair },
  })),
  cancelling({ read: 'get_redemption_queue', list: 'entries', tool: 'cancel_redeem' }, ({ id }) => ({ id })),
  cancelling({ read: 'get_loans', list: 'queued', tool: 'cancel_loan_request' }, () => ({})),
);

describe('the effects of a dry run', () => {
  let gateway: TestGateway;
  let holders: string[];
  // A clock that stands still within a sequence: interest is the same in the dry run and in the push.
  let nowMs = Date.now();
  const tick = async (): Promise<void> => {
    nowMs = Math.max(nowMs + 500, Date.now());
    gateway.chain.devchain.chain.produceBlock();
    await gateway.admin('price', { price: PRICE });
  };
  beforeAll(async () => {
    gateway = await TestGateway.start({ now: () => nowMs, blocks: 'manual' });
    await gateway.admin('price', { price: PRICE });
    await gateway.execute('setup_vault', { account: 'alice' });
    await gateway.admin('mine-bitcoin');
    const { btc_address, vault_name } = await gateway.read('get_vault', { account: 'alice' });
    await gateway.payBitcoin(btc_address, '1');
    await gateway.execute('lend', { account: 'bob', amount_usdt: '100000' });
    holders = [...TRADERS, 'dex', 'loan', 'bridge', 'vaults', String(vault_name)];
  });
  afterAll(() => gateway.close());

  const balances = async (): Promise<Map<string, bigint>> => {
    expireReadCache();
    const held = await Promise.all(
      holders.map(async (holder) => {
        const answer = await gateway.read('get_account', { account: holder });
        // The CBTC of an account are those of its vault, which holds them.
        const isOwner = TRADERS.some((trader) => trader === holder);
        return Object.entries(answer['balances'] as Answer)
          .filter(([token]) => token !== 'CBTC' || !isOwner)
          .map(([token, held]) => [`${holder} ${token}`, units(held)] as const);
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

  const lastTradeId = async (pair: unknown): Promise<number> => {
    const { trades } = (await gateway.read('get_trades', { pair, limit: 1 })) as { trades: { id: number }[] };
    return trades[0]?.id ?? 0;
  };

  /** Compares the fills that were announced with the trades that the order made. */
  const compareFills = async ({ simulation }: Proposal, pair: unknown, lastId: number): Promise<void> => {
    const { filled, average_price } = simulation.order!;
    const { trades } = (await gateway.read('get_trades', { pair, limit: 100 })) as {
      trades: { id: number; amount: string; price: string }[];
    };
    const made = trades.filter(({ id }) => id > lastId);
    expect(made.reduce((sum, trade) => sum + units(trade.amount), 0n)).toBe(units(filled));
    const prices = made.map(({ price }) => units(price)).sort((one, other) => (one < other ? -1 : 1));
    if (average_price === null) expect(made).toEqual([]);
    else {
      expect(units(average_price)).toBeGreaterThanOrEqual(prices[0]! - 1n);
      expect(units(average_price)).toBeLessThanOrEqual(prices.at(-1)! + 1n);
    }
  };

  /** The tool of a proposal that was pushed; undefined for one that was not made, or would fail. */
  const carryOut = async (make: Operation): Promise<string | undefined> => {
    expireReadCache();
    const proposed = await make(gateway);
    if (proposed === undefined) return undefined;
    const [tool, input] = proposed;
    const { pair } = input;
    const proposal = await gateway.compose(tool, input);
    if (proposal.simulation.status !== 'ok') {
      expect(proposal.simulation.effects).toBeNull();
      return undefined;
    }
    const isOrder = tool === 'place_order';
    const lastId = isOrder ? await lastTradeId(pair) : 0;
    const before = await balances();
    const signer = { account: String(input['account'] ?? input['from']) };
    const pushed = await gateway.relay(proposal, signer, 'accepted');
    expect(pushed).toMatchObject({ body: { status: 'pending' } });
    const after = await balances();
    const changed = [...after].map(([key, held]) => [key, held - before.get(key)!] as const);
    expect(Object.fromEntries(changesOf(proposal))).toEqual(
      Object.fromEntries(changed.filter(([, change]) => change !== 0n)),
    );
    const { shares } = proposal.simulation as { shares?: { change: string } };
    const own = `${signer.account} TPF`;
    if (shares !== undefined) expect(units(shares.change)).toBe(after.get(own)! - before.get(own)!);
    if (isOrder) await compareFills(proposal, pair, lastId);
    return tool;
  };

  it('the effects of a dry run are what really changed after the same bytes were pushed', async () => {
    const seen = new Set<string | undefined>();
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 6, maxLength: 12 }), async (operations) => {
        await tick();
        for (const make of operations) seen.add(await carryOut(make));
      }),
      { ...LONG_PROPERTY, numRuns: SEQUENCES },
    );
    const often = ['borrow', 'cancel_order', 'lend', 'place_order', 'redeem', 'repay', 'transfer'];
    expect([...seen]).toEqual(expect.arrayContaining([...often, 'withdraw_btc', 'withdraw_collateral']));
  });
});
