import type { GetPoolStatsAnswer, PoolAnswer } from '@app/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { decimalText } from '../../values/decimal';
import { visibleText } from '../../values/visible-text';
import { Facts } from '../../ui/facts';
import { Amount, percentOf } from '../../ui/values';
import { chosenPool, type LoanWish, poolOf, unitsOf } from './pool-stats';
import { type Verdict, verdictOf } from './loan-verdict';
import { borrowRate, liquidationPrice, ltvBps, minimumLoan } from './rates';

interface Terms {
  readonly max_ltv_bps: number;
  readonly liquidation_ltv_bps: number;
}

interface CalculatorProps {
  readonly stats: GetPoolStatsAnswer;
  readonly terms: Terms;
  readonly wish: LoanWish;
}

const usd = (units: bigint): string => decimalText({ units, decimals: 8 });

/** A loan of x USDT against y BTC: LTV, rate, liquidation price, and whether the pool can lend it. */
export function Calculator({ stats, terms, wish }: CalculatorProps): JSX.Element {
  const { loan, poolId } = wish;
  const collateral = useSignal('0.1');
  const pool = chosenPool(stats.pools, wish);
  const [debt, btc, price] = [
    unitsOf(loan.value),
    unitsOf(collateral.value),
    unitsOf(stats.oracle?.price ?? ''),
  ];
  const field = (name: string, label: string, signal: typeof loan) => (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        inputMode="decimal"
        autocomplete="off"
        value={signal.value}
        onInput={({ currentTarget }) => (signal.value = currentTarget.value)}
      />
    </div>
  );
  return (
    <>
      {field('loan', 'USDT to borrow', loan)}
      {field('collateral', 'BTC as collateral', collateral)}
      <div class="field">
        <label for="pool">Pool</label>
        <select
          id="pool"
          value={String(pool?.pool_id ?? '')}
          onChange={({ currentTarget }) => (poolId.value = currentTarget.value)}
        >
          {stats.pools.map(({ pool_id, share_symbol }) => (
            <option key={pool_id} value={String(pool_id)}>
              {pool_id} ({visibleText(share_symbol ?? '?')})
            </option>
          ))}
        </select>
      </div>
      {debt === undefined || btc === undefined ? (
        <p class="problem">Amounts have at most 8 decimals.</p>
      ) : price === undefined || pool === undefined ? (
        <p class="note">There is no price or no pool: nothing can be calculated.</p>
      ) : (
        <>
          <Outcome pool={pool} stats={stats} terms={terms} position={{ debt, collateral: btc, price }} />
        </>
      )}
    </>
  );
}

interface OutcomeProps {
  readonly pool: PoolAnswer;
  readonly stats: GetPoolStatsAnswer;
  readonly terms: Terms;
  readonly position: { readonly debt: bigint; readonly collateral: bigint; readonly price: bigint };
}

function Outcome({ pool, stats, terms, position }: OutcomeProps): JSX.Element {
  const { debt } = position;
  const { available, outstanding } = poolOf(pool);
  const ltv = ltvBps(position);
  const liquidation = liquidationPrice(position, terms.liquidation_ltv_bps);
  const isLendable = debt <= available;
  const rate = borrowRate({ available: available - debt, outstanding: outstanding + debt }, stats.curve);
  const verdict = verdictOf({
    ...{ position, available, maxLtvBps: terms.max_ltv_bps },
    isStale: stats.oracle?.stale === true,
  });
  return (
    <>
      <Facts
        rows={[
          ['LTV', ltv === undefined ? 'no collateral' : percentOf(ltv)],
          [
            'Liquidated at',
            liquidation === undefined ? 'no collateral' : <Amount value={usd(liquidation)} symbol="USD" />,
          ],
          ['Rate after it', isLendable ? percentOf(rate) : 'not known: the request waits'],
        ]}
      />
      <p class={CLASSES[verdict]} role="status">
        {verdictText(verdict, position.price, terms)}
      </p>
    </>
  );
}

const CLASSES: Readonly<Record<Verdict, string>> = {
  ...{ stale: 'stale', too_small: 'problem', too_risky: 'problem', queued: 'note', lendable: 'success' },
};

function verdictText(verdict: Verdict, price: bigint, { max_ltv_bps }: Terms): string {
  if (verdict === 'stale') return 'The price of the oracle is stale: no loan can be opened at it.';
  if (verdict === 'too_small')
    return `A new loan is at least the value of 0.001 BTC: ${usd(minimumLoan(price))} USDT.`;
  if (verdict === 'too_risky') return `A new loan must stay below an LTV of ${percentOf(max_ltv_bps)}.`;
  return verdict === 'queued'
    ? 'The pool has less available: the request is queued.'
    : 'The pool can lend it at once, unless redemptions wait for its USDT.';
}
