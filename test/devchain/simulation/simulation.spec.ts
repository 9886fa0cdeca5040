import { supplyOf, totalBalanceOf } from '../../harness/chain/token-totals';
import { BTC, CBTC, NATIVE, SHARES, USDT } from '../../../apps/devchain/src/contracts/shared/tokens';
import { pegOutsTable, pegInsTable } from '../../../apps/devchain/src/contracts/bridge/tables';
import { type Pair, PAIRS } from '../../../apps/devchain/src/contracts/dex/pairs';
import { tradesTable, ordersTable } from '../../../apps/devchain/src/contracts/dex/tables';
import { LOAN_STATUS } from '../../../apps/devchain/src/contracts/loan/loans/loan-status';
import {
  backstopTable,
  liquidationsTable,
  loansTable,
  loanRequestsTable,
  poolsTable,
  redemptionsTable,
} from '../../../apps/devchain/src/contracts/loan/tables';
import { allOr, longOr } from '../../harness/long';
import { isVaultName } from '../../../apps/devchain/src/contracts/loan/vault/vault-name';
import { pricesTable } from '../../../apps/devchain/src/contracts/oracle/tables';
import { ACTORS, ENDOWMENTS, ALL_ACTORS, VAULT_OWNERS } from '../../../apps/devchain/src/simulation/actors';
import { EXAMPLE_ACCOUNTS } from '../../../apps/devchain/src/genesis/example-accounts';
import { SimulatedChain } from '../../harness/chain/simulated-chain';
import { payment } from '../../../apps/devchain/src/operators/issuer';
import { vaultNameOf } from '../../../apps/devchain/src/simulation/vault-names';

const TOKENS = [BTC, USDT, NATIVE, CBTC, ...SHARES];
const FUNDED = ['alice', 'bob', 'carol'];
const statusesOf = (rows: { status: number }[]): number[] => rows.map(({ status }) => status);

function startedChain(seed = 'life'): SimulatedChain {
  const simulated = new SimulatedChain(seed);
  simulated.simulation.begin();
  return simulated;
}

/** With a block every half minute. */
const BLOCKS_PER_HOUR = 120;
const [EARLY_HOURS, HOURS] = longOr([2, 24], allOr([1, 2], [0.5, 1]));

describe('simulation', () => {
  it('the simulation has books, price, pools, loans of every status and queues from the first block on', () => {
    const { view, chain, clock, simulation } = startedChain();
    for (const { name } of PAIRS) {
      const orders = view.rows('dex', name, ordersTable);
      expect(orders.filter(({ type }) => type === 'buy').length).toBeGreaterThan(20);
      expect(orders.filter(({ type }) => type === 'sell').length).toBeGreaterThan(20);
    }
    const [price] = view.rows('oracle', 'oracle', pricesTable);
    expect(price?.feeders).toHaveLength(ACTORS.feeders.length);
    expect(clock.now() - price!.updated_at).toBeLessThan(60_000);

    expect(view.rows('loan', 'loan', poolsTable).every(({ deposit }) => deposit.units > 0n)).toBe(true);
    const { inProgress, warning, atRisk, liquidated, repaid, cancelled } = LOAN_STATUS;
    expect(statusesOf(view.rows('loan', 'loan', loansTable))).toEqual(
      expect.arrayContaining([inProgress, warning, atRisk]),
    );
    expect(statusesOf(view.rows('loan', 'completed', loansTable))).toEqual(
      expect.arrayContaining([liquidated, repaid, cancelled]),
    );
    for (const bridge of ['bridge', 'vaults'])
      for (const scope of ['completed', 'canceled'])
        expect([bridge, scope, view.rows(bridge, scope, pegOutsTable).length]).toEqual([bridge, scope, 1]);
    for (const scope of ['review', 'pending'])
      expect([scope, view.rows('bridge', scope, pegOutsTable).length]).toEqual([scope, 1]);
    expect(view.rows('loan', 'loan', loanRequestsTable)).toHaveLength(2);
    expect(view.rows('loan', 'loan', redemptionsTable)).toHaveLength(4);
    const timers = view.rows('loan', 'liquidating', liquidationsTable);
    const hoursLeft = timers.map(({ liquidates_at: at }) => (at - clock.now()) / 3_600_000);
    expect(hoursLeft).toEqual([2 / 60, 24, 48]);
    expect(view.rows('loan', 'finished', liquidationsTable)).toHaveLength(1);
    expect(chain.head().timeMs).toBeLessThanOrEqual(clock.now());
    expect(simulation.refused).toEqual({ count: 0, last: '' });
  });

  it('the simulation updates the books, trades on both pairs, and keeps the price fresh', () => {
    const simulated = startedChain();
    simulated.run(20);
    const before = simulated.view.rows('dex', 'btcusdt', ordersTable);
    simulated.run(100);
    const after = simulated.view.rows('dex', 'btcusdt', ordersTable);
    expect(after.some(({ identifier }) => !before.some((order) => order.identifier === identifier))).toBe(
      true,
    );
    const trades = simulated.view.rows('dex', 'dex', tradesTable);
    expect(new Set(trades.map(({ pair }) => pair))).toEqual(new Set(PAIRS.map(({ name }) => name)));
    const [price] = simulated.view.rows('oracle', 'oracle', pricesTable);
    expect(simulated.chain.head().timeMs - price!.updated_at).toBeLessThan(30_000);
  });

  it('the simulation gives the same blocks for the same seed and clock, and others for another seed', () => {
    const [one, same, other] = ['a', 'a', 'b'].map(startedChain) as [
      SimulatedChain,
      SimulatedChain,
      SimulatedChain,
    ];
    for (const simulated of [one, same, other]) simulated.run(60);
    expect(same.chain.head().id).toBe(one.chain.head().id);
    expect(same.chain.stateDigest()).toBe(one.chain.stateDigest());
    const trades = ({ view }: SimulatedChain) => view.rows('dex', 'dex', tradesTable);
    expect(trades(other)).not.toEqual(trades(one));
  });

  it('the simulation never acts for the funded accounts and leaves their balances unchanged', () => {
    const simulated = new SimulatedChain('life');
    const holdings = () => FUNDED.map((name) => TOKENS.map((token) => simulated.view.balance(name, token)));
    const before = holdings();
    const actors = new Set<string>();
    simulated.chain.events.transaction.add(({ actionTraces }) => {
      for (const { act, receiver } of actionTraces) {
        actors.add(receiver);
        for (const { actor } of act.authorization) actors.add(actor);
      }
    });
    simulated.simulation.begin();
    simulated.run(200);
    expect(actors.size).toBeGreaterThan(ALL_ACTORS.length);
    expect(FUNDED.filter((name) => actors.has(name))).toEqual([]);
    expect(holdings()).toEqual(before);
  });

  it('the simulation leaves the example accounts unchanged, with the same ids on every chain', () => {
    const [one, other] = ['life', 'another'].map(startedChain) as [SimulatedChain, SimulatedChain];
    const examples = ({ view }: SimulatedChain) => ({
      loan: view.rows('loan', 'loan', loansTable).find(({ id }) => id === 1n),
      request: view.rows('loan', 'loan', loanRequestsTable).find(({ id }) => id === 2n),
      redemption: view.rows('loan', 'loan', redemptionsTable).find(({ id }) => id === 1n),
      orders: PAIRS.flatMap(({ name }) => view.rows('dex', name, ordersTable)).filter(
        ({ identifier }) => identifier <= 2n,
      ),
      collateral: EXAMPLE_ACCOUNTS.map((account) => view.balance(vaultNameOf(view.seed, account), CBTC)),
      balances: EXAMPLE_ACCOUNTS.map((account) => TOKENS.map((token) => view.balance(account, token))),
    });
    const before = examples(one);
    expect(before).toMatchObject({
      loan: { account: 'dave', terms: { pool_id: 6 }, status: LOAN_STATUS.inProgress },
      request: { account: 'erin', pool_id: 6 },
      redemption: { account: 'dave', pool_id: 5 },
      orders: [
        { account: 'dave', identifier: 1n, type: 'buy' },
        { account: 'dave', identifier: 2n, type: 'sell' },
      ],
      collateral: [100_000_000n, 100_000_000n, 100_000_000n],
    });
    const { account, terms, initial_amount } = examples(other).loan!;
    expect({ account, pool: terms.pool_id, initial_amount }).toEqual({
      account: 'dave',
      pool: 6,
      initial_amount: before.loan!.initial_amount,
    });
    for (const part of ['redemption', 'orders', 'collateral'] as const)
      expect(examples(other)[part]).toMatchObject(
        part === 'redemption'
          ? { id: 1n, account: 'dave', quantity: before.redemption!.quantity }
          : before[part]!,
      );
    one.run(longOr(4, 1) * BLOCKS_PER_HOUR, 30_000);
    const { loan: after, ...rest } = examples(one);
    const { loan: begin, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(after).toMatchObject({ debt_shares: begin!.debt_shares, status: LOAN_STATUS.inProgress });
  });

  it('the simulation derives vault names from the seed', () => {
    const [one, other] = ['mainnet', 'testnet'].map((seed) =>
      VAULT_OWNERS.map((owner) => vaultNameOf(seed, owner)),
    );
    expect(new Set([...one!, ...other!]).size).toBe(2 * VAULT_OWNERS.length);
    for (const name of [...one!, ...other!]) expect(isVaultName(name, 'loan')).toBe(true);
  });

  it('the simulation refills the traders after their balance was spent', () => {
    const simulated = startedChain();
    const { account, token, units } = ENDOWMENTS.find(({ isRefilled }) => isRefilled)!;
    const all = simulated.view.balance(account, token);
    simulated.view.send(payAway(account, all - units / 10n));
    simulated.run(70);
    expect(simulated.view.balance(account, token)).toBeGreaterThan(units / 2n);
  });

  it(`the simulation runs for ${HOURS} hours in bounded memory and conserves every token`, () => {
    const simulated = startedChain('day');
    // A block every half minute: the activity after a block does not depend on the number of blocks.
    simulated.run(EARLY_HOURS * BLOCKS_PER_HOUR, 30_000);
    const early = simulated.chain.memory();
    printMemory(simulated, EARLY_HOURS);
    simulated.run((HOURS - EARLY_HOURS) * BLOCKS_PER_HOUR, 30_000);
    const late = simulated.chain.memory();
    printMemory(simulated, HOURS);
    // Trades and records of finished objects grow up to their own bounds; nothing else grows.
    expect(late.rows - recordsOf(simulated)).toBeLessThan(early.rows);
    expect(late.accounts).toBe(early.accounts);
    expect(late.transactionsRemembered).toBeLessThan(1_000);
    for (const token of TOKENS)
      expect(totalBalanceOf(simulated.chain, token)).toBe(supplyOf(simulated.chain, token));
    for (const token of [BTC, USDT, NATIVE])
      expect(simulated.view.balance('dex', token)).toBe(lockedIn(simulated, token));
    expectBalancedPools(simulated);
    expectBalancedBridges(simulated);
    expect(simulated.simulation.refused).toEqual({ count: 0, last: '' });
    expect(simulated.failures).toEqual([]);
  });
});

function payAway(account: string, units: bigint) {
  return payment(account, ACTORS.investor, BTC, units, 'spent');
}

function lockedIn({ view }: SimulatedChain, token: { symbol: string }): bigint {
  return PAIRS.flatMap(({ name }: Pair) => view.rows('dex', name, ordersTable))
    .map(({ type, baseAsset, quoteAsset }) => (type === 'buy' ? quoteAsset : baseAsset))
    .filter(({ symbol }) => symbol === token.symbol)
    .reduce((sum, { units }) => sum + units, 0n);
}

/** Number of rows of finished objects. */
function recordsOf({ view }: SimulatedChain): number {
  const bridges = ['bridge', 'vaults'].flatMap((bridge) => [
    view.rows(bridge, 'confirmed', pegInsTable),
    view.rows(bridge, 'completed', pegOutsTable),
    view.rows(bridge, 'canceled', pegOutsTable),
  ]);
  const loans = [
    view.rows('loan', 'completed', loansTable),
    view.rows('loan', 'finished', liquidationsTable),
  ];
  return [view.rows('dex', 'dex', tradesTable), ...loans, ...bridges].flat().length;
}

/** Checks the invariants of the pools against loans, redemptions and share supply. */
function expectBalancedPools(simulated: SimulatedChain): void {
  const { view } = simulated;
  const pools = view.rows('loan', 'loan', poolsTable);
  const loans = view.rows('loan', 'loan', loansTable);
  const waiting = view.rows('loan', 'loan', redemptionsTable);
  for (const row of pools) {
    const assets = row.available.units + row.outstanding_amount.units;
    const earned = row.deposit.units + row.interest_accrued.units;
    expect(assets).toBe(earned - row.redemption_proceeds.units - row.loss.units);
    const share = SHARES[row.pool_id]!;
    expect(row.shares.units).toBe(supplyOf(simulated.chain, share));
    const ofPool = loans.filter(({ terms }) => terms.pool_id === row.pool_id);
    expect(sum(ofPool.map(({ debt_shares }) => debt_shares))).toBe(row.debt_shares);
    const inQueue = waiting.filter(({ pool_id }) => pool_id === row.pool_id);
    expect(view.balance('loan', share)).toBe(sum(inQueue.map(({ quantity }) => quantity.units)));
  }
  const available = sum(pools.map((row) => row.available.units));
  const bought = sum(view.rows('loan', 'loan', backstopTable).map(({ balance }) => balance.units));
  expect(view.balance('loan', USDT)).toBe(available + bought);
}

/** The balance of a bridge equals its unsent peg-outs plus its fees. No record is a day old. */
function expectBalancedBridges({ view }: SimulatedChain): void {
  for (const [bridge, token] of [['bridge', BTC] as const, ['vaults', CBTC] as const]) {
    const unsent = ['review', 'pending'].flatMap((scope) => view.rows(bridge, scope, pegOutsTable));
    const fees = view.rows(bridge, 'completed', pegOutsTable).map(({ tx_fee }) => tx_fee.units);
    expect(view.balance(bridge, token)).toBe(sum(unsent.map(({ quantity }) => quantity.units)) + sum(fees));
  }
}

function sum(units: bigint[]): bigint {
  return units.reduce((total, next) => total + next, 0n);
}

/** Prints the memory use for a reader. */
function printMemory({ chain }: SimulatedChain, hour: number): void {
  const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  const { blocks, blockBytes, rows, rowBytes } = chain.memory();
  process.stdout.write(
    `simulation, hour ${String(hour)}: heap ${mebibytes(process.memoryUsage().heapUsed)}, ` +
      `${String(rows)} rows in ${mebibytes(rowBytes)}, ` +
      `${String(blocks)} blocks in ${mebibytes(blockBytes)}\n`,
  );
}
