import { LOAN_STATUS } from '../../../apps/devchain/src/contracts/loan/loans/loan-status';
import { longOr } from '../../harness/long';
import { liquidationsTable } from '../../../apps/devchain/src/contracts/loan/tables';
import { approvalsTable, proposalsTable } from '../../../apps/devchain/src/contracts/msig/tables';
import { packedTransaction } from '../../../apps/devchain/src/contracts/msig/transaction-type';
import { pricesTable } from '../../../apps/devchain/src/contracts/oracle/tables';
import { InProcessClient } from '../../../apps/devchain/src/client/in-process-client';
import { decode } from '../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import { leaving } from '../../../apps/devchain/src/simulation/bitcoin-traffic';
import { ACTORS } from '../../../apps/devchain/src/simulation/actors';
import { FIRST_BTC_PRICE } from '../../../apps/devchain/src/simulation/market-price';
import { loanOf } from '../../../apps/devchain/src/simulation/lending-activity';
import { SimulatedChain } from '../../harness/chain/simulated-chain';
import { historiesOf, EventRecorder } from './support/event-recorder';

const { inProgress, warning, atRisk, liquidating, liquidated, repaid, cancelled } = LOAN_STATUS;
const HALF_MINUTE_MS = 30_000;
const BLOCKS_PER_HOUR = 120;
const HOUR_MS = 3_600_000;
const HOURS = 4;
const SEEDS = longOr(['life', 'another'], ['life']);
const COUNCIL_PERIOD_MS = 60_000;

function startedChain(seed: string): SimulatedChain {
  const simulated = new SimulatedChain(seed);
  simulated.simulation.begin();
  return simulated;
}

describe.each(SEEDS)('simulation over hours, seed %s', (seed) => {
  const simulated = startedChain(seed);
  const recorder = new EventRecorder(simulated);
  const loansOf = (account: string) => historiesOf(recorder.loans, account);

  beforeAll(() => {
    recorder.recordTables();
    recorder.recordBlocks(HOURS * BLOCKS_PER_HOUR, HALF_MINUTE_MS);
  });

  it('a loan is liquidated after 72 hours at risk; its owner borrows again and is at risk again', () => {
    const histories = loansOf(ACTORS.overLeveraged2);
    expect(histories).toHaveLength(3);
    expect(histories[1]).toEqual([atRisk, liquidating, liquidated]);
    expect(histories[2]!.at(-1)).toBe(atRisk);
  });

  it('the simulation moves a loan from at risk to safe by a top-up that is withdrawn later', () => {
    const wavering = loansOf(ACTORS.atRisk).filter((history) => history.includes(repaid));
    expect(wavering.length).toBeGreaterThan(3);
    // A new loan is in progress until it is reviewed.
    for (const history of wavering) expect(history.slice(-4)).toEqual([atRisk, warning, inProgress, repaid]);
    expect(recorder.actions.get('loan::withdraw')).toBeGreaterThan(wavering.length);
  });

  it('loan requests open when the rate falls, others are cancelled, and at least one stays queued', () => {
    const hopeful = loansOf(ACTORS.rateLimited);
    expect(hopeful).toContainEqual(['queued', inProgress, repaid]);
    expect(loansOf(ACTORS.queued)).toContainEqual(['queued', cancelled]);
    expect(Math.min(...recorder.samples.map(({ requests }) => requests))).toBeGreaterThan(0);
  });

  it('the simulation fills redemptions partly and then fully, and keeps at least one queued', () => {
    const isFilledInPart = ([, { seen }]: [bigint, { seen: bigint[] }]) => seen.length > 1;
    const inPart = [...recorder.redemptions].filter(isFilledInPart).map(([id]) => id);
    expect(inPart.filter((id) => !recorder.cancelledRedemptions.has(id)).length).toBeGreaterThan(3);
    expect(Math.min(...recorder.samples.map(({ redemptions }) => redemptions))).toBeGreaterThan(0);
  });

  it.each(['bridge', 'vaults'])('the simulation sends, reviews and cancels withdrawals of %s', (bridge) => {
    const histories = [...recorder.pegOuts]
      .filter(([key]) => key.startsWith(bridge))
      .map(([, { seen }]) => seen);
    expect(histories).toContainEqual(['pending', 'completed']);
    expect(histories).toContainEqual(['review', 'pending', 'completed']);
    expect(histories).toContainEqual(['review', 'canceled']);
  });

  it('the simulation proposes, approves, unapproves and executes proposals that change the rate curve', () => {
    for (const action of ['propose', 'approve', 'unapprove', 'exec'])
      expect([action, recorder.actions.get(`eosio.msig::${action}`)]).toEqual([action, expect.any(Number)]);
    expect(recorder.curves.size).toBeGreaterThan(1);
    expect(recorder.samples.slice(2).every(({ proposals }) => proposals === 1)).toBe(true);
  });

  it('the simulation changes votes while all producers stay elected', () => {
    expect(recorder.votes.size).toBeGreaterThan(2);
    const scheduled = simulated.chain.schedule().active.producers.map(({ producer }) => producer);
    expect(scheduled).toEqual([...ACTORS.producers]);
  });

  it('the simulation cancels partly filled orders', () => {
    const inPart = [...recorder.orders].filter(([, { seen }]) => seen.length > 1).map(([id]) => id);
    expect(inPart.some((id) => recorder.cancelledOrders.has(id))).toBe(true);
  });

  it('the simulation keeps the price within 2.1 % of the middle, without a refused transaction', () => {
    const middle = Number(FIRST_BTC_PRICE / 10n ** 8n);
    for (const { price } of recorder.samples) expect(Math.abs(price - middle) / middle).toBeLessThan(0.021);
    expect(simulated.simulation.refused).toEqual({ count: 0, last: '' });
    expect(simulated.failures).toEqual([]);
  });
});

describe.each(SEEDS)('simulation after a clock jump of 73 hours, seed %s', (seed) => {
  const simulated = startedChain(seed);
  const { view, clock, chain, simulation } = simulated;
  const recorder = new EventRecorder(simulated);
  const reckless = [ACTORS.overLeveraged1, ACTORS.overLeveraged2, ACTORS.overLeveraged3];
  const missingApprovals = (): number =>
    view.rows('eosio.msig', ACTORS.producers[0], approvalsTable)[0]!.requested_approvals.length;

  beforeAll(() => {
    recorder.recordBlocks(BLOCKS_PER_HOUR, HALF_MINUTE_MS);
    // The clock jumps when the council is about to execute a fully approved proposal.
    while (missingApprovals() > 0 || clock.now() % COUNCIL_PERIOD_MS > 0)
      recorder.recordBlocks(1, HALF_MINUTE_MS);
    clock.advance(73 * HOUR_MS);
    recorder.recordBlocks(40, 500);
  });

  it('simulation after a clock jump of 73 hours has a fresh price, non-empty queues, an unexpired proposal and no refused transaction', () => {
    const [feed] = view.rows('oracle', 'oracle', pricesTable);
    expect(chain.head().timeMs - feed!.updated_at).toBeLessThan(30_000);
    recorder.recordBlocks(10, HALF_MINUTE_MS);
    expect(recorder.samples.every(({ requests, redemptions }) => requests > 0 && redemptions > 0)).toBe(true);
    const [pending] = view.rows('eosio.msig', ACTORS.producers[0], proposalsTable);
    expect(decode(packedTransaction, pending!.packed_transaction).expiration).toBeGreaterThan(
      chain.head().timeMs,
    );
    expect(simulation.refused).toEqual({ count: 0, last: '' });
  });

  it('all loans whose timer ended are liquidated; the borrowers are at risk again within 15 minutes', () => {
    recorder.recordBlocks(BLOCKS_PER_HOUR / 4, HALF_MINUTE_MS);
    for (const account of reckless) {
      const [last, before] = historiesOf(recorder.loans, account).toReversed();
      expect([account, before!.slice(-3)]).toEqual([account, [atRisk, liquidating, liquidated]]);
      expect([account, last!.at(-1)]).toEqual([account, atRisk]);
    }
    const timers = view.rows('loan', 'liquidating', liquidationsTable).map(({ account }) => account);
    expect(timers).toEqual(expect.arrayContaining(reckless));
    expect(loanOf(view, ACTORS.warned)?.status).toBe(warning);
  });
});

it('simulation opens no over-limit loan while a feeder is not honest, and nothing is refused', () => {
  const simulated = startedChain('life');
  simulated.simulation.feeders.setMode(ACTORS.feeders[0], 'stopped');
  simulated.run(40, HALF_MINUTE_MS);
  expect(loanOf(simulated.view, ACTORS.overLeveraged2)).toBeUndefined();
  expect(simulated.simulation.refused.count).toBe(0);
  simulated.simulation.feeders.setMode(ACTORS.feeders[0], 'honest');
  simulated.run(40, HALF_MINUTE_MS);
  expect(loanOf(simulated.view, ACTORS.overLeveraged2)?.status).toBe(atRisk);
});

it('simulation leaves the peg-outs of other accounts to their one-minute review', () => {
  const simulated = startedChain('life');
  const client = new InProcessClient(simulated.chain, { seed: 'life', accounts: ['alice'] });
  const recorder = new EventRecorder(simulated);
  for (let payments = 0; payments < 8; payments++) {
    client.send(leaving('alice', 100_000_000n + BigInt(payments)));
    recorder.recordBlocks(20, 10_000);
  }
  const histories = historiesOf(recorder.pegOuts, 'alice');
  expect(histories).toHaveLength(8);
  for (const history of histories) expect(history.slice(0, 2)).toEqual(['review', 'pending']);
});
