import { BTC, CBTC } from '../contracts/bridge/tokens';
import { ptxhistory, txhistory } from '../contracts/bridge/tables';
import { type Pair, PAIRS } from '../contracts/dex/pairs';
import { history2, orderbook2 } from '../contracts/dex/tables';
import { LOAN_STATUS } from '../contracts/loan/loan-status';
import { liquidation, loan, loanqueue, poolstats, redeemqueue } from '../contracts/loan/tables';
import { SHARES, USDT } from '../contracts/loan/tokens';
import { aggfeeds } from '../contracts/oracle/tables';
import { CAST, ENDOWMENTS, EVERYONE, NATIVE } from './cast';
import { LivingChain } from './testing/living-chain';
import { payment } from './treasury';

const TOKENS = [BTC, USDT, NATIVE, CBTC, ...SHARES];
const FUNDED = ['alice', 'bob', 'carol'];
const statusesOf = (rows: { status: number }[]): number[] => rows.map(({ status }) => status);

function begun(seed = 'life'): LivingChain {
  const living = new LivingChain(seed);
  living.life.begin();
  return living;
}

/** With a block every half minute. */
const BLOCKS_PER_HOUR = 120;

describe('life', () => {
  it('is there from the first block on: books, price, pools, loans of every state, queues', () => {
    const { view, chain, clock, life } = begun();
    for (const { name } of PAIRS) {
      const orders = view.rows('dex', name, orderbook2);
      expect(orders.filter(({ type }) => type === 'buy').length).toBeGreaterThan(20);
      expect(orders.filter(({ type }) => type === 'sell').length).toBeGreaterThan(20);
    }
    const [price] = view.rows('oracle', 'oracle', aggfeeds);
    expect(price?.feeders).toHaveLength(CAST.feeders.length);
    expect(clock.now() - price!.updated_at).toBeLessThan(60_000);

    expect(view.rows('loan', 'loan', poolstats).every(({ deposit }) => deposit.units > 0n)).toBe(true);
    const { inProgress, warning, atRisk, liquidated, repaid, cancelled } = LOAN_STATUS;
    expect(statusesOf(view.rows('loan', 'loan', loan))).toEqual(
      expect.arrayContaining([inProgress, warning, atRisk]),
    );
    expect(statusesOf(view.rows('loan', 'completed', loan))).toEqual(
      expect.arrayContaining([liquidated, repaid, cancelled]),
    );
    expect(view.rows('loan', 'loan', loanqueue)).toHaveLength(1);
    expect(view.rows('loan', 'loan', redeemqueue)).toHaveLength(3);
    const [timer] = view.rows('loan', 'liquidating', liquidation);
    expect(timer!.liquidates_at).toBeGreaterThan(clock.now());
    expect(view.rows('loan', 'finished', liquidation)).toHaveLength(1);
    expect(chain.head().timeMs).toBeLessThanOrEqual(clock.now());
    expect(life.refused).toEqual({ count: 0, last: '' });
  });

  it('moves the books, trades on both pairs, and keeps the price fresh', () => {
    const living = begun();
    living.live(20);
    const before = living.view.rows('dex', 'btcusdt', orderbook2);
    living.live(100);
    const after = living.view.rows('dex', 'btcusdt', orderbook2);
    expect(after.some(({ identifier }) => !before.some((order) => order.identifier === identifier))).toBe(
      true,
    );
    const trades = living.view.rows('dex', 'dex', history2);
    expect(new Set(trades.map(({ pair }) => pair))).toEqual(new Set(PAIRS.map(({ name }) => name)));
    const [price] = living.view.rows('oracle', 'oracle', aggfeeds);
    expect(living.chain.head().timeMs - price!.updated_at).toBeLessThan(30_000);
  });

  it('is the same under the same seed and clock, block by block, and another under another seed', () => {
    const [one, same, other] = ['a', 'a', 'b'].map(begun) as [LivingChain, LivingChain, LivingChain];
    for (const living of [one, same, other]) living.live(60);
    expect(same.chain.head().id).toBe(one.chain.head().id);
    expect(same.chain.stateDigest()).toBe(one.chain.stateDigest());
    const trades = ({ view }: LivingChain) => view.rows('dex', 'dex', history2);
    expect(trades(other)).not.toEqual(trades(one));
  });

  it('never acts for the funded accounts, nor gives or takes anything of theirs', () => {
    const living = new LivingChain('life');
    const holdings = () => FUNDED.map((name) => TOKENS.map((token) => living.view.balance(name, token)));
    const before = holdings();
    const actors = new Set<string>();
    living.chain.onTransaction(({ actionTraces }) => {
      for (const { act, receiver } of actionTraces) {
        actors.add(receiver);
        for (const { actor } of act.authorization) actors.add(actor);
      }
    });
    living.life.begin();
    living.live(200);
    expect(actors.size).toBeGreaterThan(EVERYONE.length);
    expect(FUNDED.filter((name) => actors.has(name))).toEqual([]);
    expect(holdings()).toEqual(before);
  });

  it('gives the traders new money when others have bought what they had', () => {
    const living = begun();
    const { account, token, units } = ENDOWMENTS.find(({ isRefilled }) => isRefilled)!;
    const all = living.view.balance(account, token);
    living.view.send(payAway(account, all - units / 10n));
    living.live(70);
    expect(living.view.balance(account, token)).toBeGreaterThan(units / 2n);
  });

  it('lives for a day in bounded memory, and no token is lost or made of nothing', () => {
    const living = begun('day');
    // A block every half minute: what the people do after a block does not depend on how many there are.
    living.live(2 * BLOCKS_PER_HOUR, 30_000);
    const early = living.chain.memory();
    living.live(22 * BLOCKS_PER_HOUR, 30_000);
    const late = living.chain.memory();
    // Trades and the records of what is over grow up to their own bounds; nothing else does.
    const kept = ['dex', 'completed', 'confirmed', 'finished'];
    const records = [
      ...living.view.rows('dex', kept[0]!, history2),
      ...living.view.rows('loan', 'completed', loan),
      ...living.view.rows('bridge', 'confirmed', txhistory),
      ...living.view.rows('bridge', 'completed', ptxhistory),
    ].length;
    expect(late.rows - records).toBeLessThan(early.rows);
    expect(late.accounts).toBe(early.accounts);
    expect(late.transactionsRemembered).toBeLessThan(1_000);
    for (const token of TOKENS) expect(living.held(token)).toBe(living.supply(token));
    for (const token of [BTC, USDT, NATIVE])
      expect(living.view.balance('dex', token)).toBe(lockedIn(living, token));
    expect(living.failures).toEqual([]);
  }, 240_000);
});

function payAway(account: string, units: bigint) {
  return payment(account, CAST.investor, BTC, units, 'spent');
}

function lockedIn({ view }: LivingChain, token: { symbol: string }): bigint {
  return PAIRS.flatMap(({ name }: Pair) => view.rows('dex', name, orderbook2))
    .map(({ type, baseAsset, quoteAsset }) => (type === 'buy' ? quoteAsset : baseAsset))
    .filter(({ symbol }) => symbol === token.symbol)
    .reduce((sum, { units }) => sum + units, 0n);
}
