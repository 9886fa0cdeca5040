import { parsePrivateKey } from '@app/antelope';
import { LOAN_STATUS } from '../contracts/loan/loan-status';
import { longOr } from '../../../../test/support/long';
import { liquidation } from '../contracts/loan/tables';
import { approvals2, proposal } from '../contracts/msig/tables';
import { packedTransaction } from '../contracts/msig/transaction-type';
import { aggfeeds } from '../contracts/oracle/tables';
import { signedPush } from '../genesis/signed-push';
import { decode } from '../kernel/abi/abi-type';
import { leaving } from './bitcoin-side';
import { CAST } from './cast';
import { FIRST_BTC_PRICE } from './market-price';
import { loanOf } from './lending-people';
import { LivingChain } from './testing/living-chain';
import { coursesOf, Witness } from './testing/witness';

const { inProgress, warning, atRisk, liquidating, liquidated, repaid, cancelled } = LOAN_STATUS;
const HALF_MINUTE_MS = 30_000;
const BLOCKS_PER_HOUR = 120;
const HOUR_MS = 3_600_000;
const HOURS = 4;
const SEEDS = longOr(['life', 'another'], ['life']);
const COUNCIL_PERIOD_MS = 60_000;

function begun(seed: string): LivingChain {
  const living = new LivingChain(seed);
  living.life.begin();
  return living;
}

describe.each(SEEDS)('within hours of life, seed %s', (seed) => {
  const living = begun(seed);
  const witness = new Witness(living);
  const loansOf = (account: string) => coursesOf(witness.loans, account);

  beforeAll(() => {
    witness.look();
    witness.watch(HOURS * BLOCKS_PER_HOUR, HALF_MINUTE_MS);
  });

  it('a loan is liquidated when its 72 hours are over, and its owner begins anew and is at risk again', () => {
    const courses = loansOf(CAST.unlucky);
    expect(courses).toHaveLength(3);
    expect(courses[1]).toEqual([atRisk, liquidating, liquidated]);
    expect(courses[2]!.at(-1)).toBe(atRisk);
  });

  it('somebody gets from at risk back to safety by paying collateral in, and takes it out again', () => {
    const wavering = loansOf(CAST.wavering).filter((course) => course.includes(repaid));
    expect(wavering.length).toBeGreaterThan(3);
    // A new loan is in progress until it is reviewed.
    for (const course of wavering) expect(course.slice(-4)).toEqual([atRisk, warning, inProgress, repaid]);
    expect(witness.actions.get('loan::withdraw')).toBeGreaterThan(wavering.length);
  });

  it('requests are opened when the rate has fallen, others are given up, and one always waits', () => {
    const hopeful = loansOf(CAST.hopeful);
    expect(hopeful).toContainEqual(['queued', inProgress, repaid]);
    expect(loansOf(CAST.patient)).toContainEqual(['queued', cancelled]);
    expect(Math.min(...witness.moments.map(({ requests }) => requests))).toBeGreaterThan(0);
  });

  it('redemptions are filled in part and then wholly, and one always waits', () => {
    const isFilledInPart = ([, { seen }]: [bigint, { seen: bigint[] }]) => seen.length > 1;
    const inPart = [...witness.redemptions].filter(isFilledInPart).map(([id]) => id);
    expect(inPart.filter((id) => !witness.cancelledRedemptions.has(id)).length).toBeGreaterThan(3);
    expect(Math.min(...witness.moments.map(({ redemptions }) => redemptions))).toBeGreaterThan(0);
  });

  it.each(['bridge', 'vaults'])('withdrawals of %s are sent, reviewed, canceled', (bridge) => {
    const courses = [...witness.pegOuts]
      .filter(([key]) => key.startsWith(bridge))
      .map(([, { seen }]) => seen);
    expect(courses).toContainEqual(['pending', 'completed']);
    expect(courses).toContainEqual(['review', 'pending', 'completed']);
    expect(courses).toContainEqual(['review', 'canceled']);
  });

  it('the council proposes, agrees, thinks again and decides, and the rate curve moves', () => {
    for (const action of ['propose', 'approve', 'unapprove', 'exec'])
      expect([action, witness.actions.get(`eosio.msig::${action}`)]).toEqual([action, expect.any(Number)]);
    expect(witness.curves.size).toBeGreaterThan(1);
    expect(witness.moments.slice(2).every(({ proposals }) => proposals === 1)).toBe(true);
  });

  it('votes change, and all producers stay elected', () => {
    expect(witness.votes.size).toBeGreaterThan(2);
    const scheduled = living.chain.schedule().active.producers.map(({ producer }) => producer);
    expect(scheduled).toEqual([...CAST.producers]);
  });

  it('orders are cancelled that were filled in part', () => {
    const inPart = [...witness.orders].filter(([, { seen }]) => seen.length > 1).map(([id]) => id);
    expect(inPart.some((id) => witness.cancelledOrders.has(id))).toBe(true);
  });

  it('no block ends with a price beyond its sway, and the chain refuses nothing', () => {
    const middle = Number(FIRST_BTC_PRICE / 10n ** 8n);
    for (const { price } of witness.moments) expect(Math.abs(price - middle) / middle).toBeLessThan(0.021);
    expect(living.life.refused).toEqual({ count: 0, last: '' });
    expect(living.failures).toEqual([]);
  });
});

describe.each(SEEDS)('after a jump of 73 hours, seed %s', (seed) => {
  const living = begun(seed);
  const { view, clock, chain, life } = living;
  const witness = new Witness(living);
  const reckless = [CAST.reckless, CAST.unlucky, CAST.careless];
  const missingApprovals = (): number =>
    view.rows('eosio.msig', CAST.producers[0], approvals2)[0]!.requested_approvals.length;

  beforeAll(() => {
    witness.watch(BLOCKS_PER_HOUR, HALF_MINUTE_MS);
    // The jump comes when the council is about to run what everybody has agreed to.
    while (missingApprovals() > 0 || clock.now() % COUNCIL_PERIOD_MS > 0) witness.watch(1, HALF_MINUTE_MS);
    clock.advance(73 * HOUR_MS);
    witness.watch(40, 500);
  });

  it('the price is fresh, the queues and the proposal are alive, and the chain has refused nothing', () => {
    const [feed] = view.rows('oracle', 'oracle', aggfeeds);
    expect(chain.head().timeMs - feed!.updated_at).toBeLessThan(30_000);
    witness.watch(10, HALF_MINUTE_MS);
    expect(witness.moments.every(({ requests, redemptions }) => requests > 0 && redemptions > 0)).toBe(true);
    const [pending] = view.rows('eosio.msig', CAST.producers[0], proposal);
    expect(decode(packedTransaction, pending!.packed_transaction).expiration).toBeGreaterThan(
      chain.head().timeMs,
    );
    expect(life.refused).toEqual({ count: 0, last: '' });
  });

  it('all whose time was over are liquidated, and at risk anew within a quarter of an hour', () => {
    witness.watch(BLOCKS_PER_HOUR / 4, HALF_MINUTE_MS);
    for (const account of reckless) {
      const [last, before] = coursesOf(witness.loans, account).toReversed();
      expect([account, before!.slice(-3)]).toEqual([account, [atRisk, liquidating, liquidated]]);
      expect([account, last!.at(-1)]).toEqual([account, atRisk]);
    }
    const timers = view.rows('loan', 'liquidating', liquidation).map(({ account }) => account);
    expect(timers).toEqual(expect.arrayContaining(reckless));
    expect(loanOf(view, CAST.bold)?.status).toBe(warning);
  });
});

it('while a feeder is not honest nobody borrows too much, and nothing is refused', () => {
  const living = begun('life');
  living.life.feeders.setMode(CAST.feeders[0], 'stopped');
  living.live(40, HALF_MINUTE_MS);
  expect(loanOf(living.view, CAST.unlucky)).toBeUndefined();
  expect(living.life.refused.count).toBe(0);
  living.life.feeders.setMode(CAST.feeders[0], 'honest');
  living.live(40, HALF_MINUTE_MS);
  expect(loanOf(living.view, CAST.unlucky)?.status).toBe(atRisk);
});

it('what others send to Bitcoin is left to its minute of review', () => {
  const living = begun('life');
  const key = parsePrivateKey(living.accounts.find(({ name }) => name === 'alice')!.private_key);
  const witness = new Witness(living);
  for (let payments = 0; payments < 8; payments++) {
    signedPush(living.chain, [key], [leaving('alice', 100_000_000n + BigInt(payments))]);
    witness.watch(20, 10_000);
  }
  const courses = coursesOf(witness.pegOuts, 'alice');
  expect(courses).toHaveLength(8);
  for (const course of courses) expect(course.slice(0, 2)).toEqual(['review', 'pending']);
});
