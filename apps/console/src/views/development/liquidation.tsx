import type { GetLoansAnswer, LoanAnswer } from '@app/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Facts } from '../../ui/facts';
import { PolledPanel, Problem } from '../../ui/panel';
import type { Polling } from '../../gateway/poll';
import { AccountLink, Amount, percentOf } from '../../ui/values';
import { visibleText } from '../../values/visible-text';
import { liquidate, type Liquidated } from './liquidation-steps';

interface LiquidationProps {
  readonly network: string;
  readonly loans: Polling<GetLoansAnswer>;
}

const nameOf = ({ id, account, ltv_bps }: LoanAnswer): string =>
  visibleText(`${String(id)} of ${account}${ltv_bps === null ? '' : `, LTV ${percentOf(ltv_bps)}`}`);

/** A button that makes the price fall and the time pass until a loan is liquidated. */
export function Liquidation({ network, loans }: LiquidationProps): JSX.Element {
  const chosen = useSignal('');
  const progress = useSignal<string | undefined>(undefined);
  const outcome = useSignal<Liquidated | Error | undefined>(undefined);
  const start = (loan: LoanAnswer) => {
    outcome.value = undefined;
    progress.value = 'Asking the chain…';
    liquidate(network, loan, (step) => (progress.value = step))
      .then(
        (result) => (outcome.value = result),
        (error: unknown) => (outcome.value = error as Error),
      )
      .finally(() => {
        progress.value = undefined;
        loans.ask?.();
      });
  };
  return (
    <PolledPanel
      title="Make a liquidation happen"
      state={loans}
      isEmpty={({ active }) => active.length === 0 && outcome.value === undefined}
      empty="There is no loan to liquidate: borrow first."
    >
      {({ active }) => {
        const riskiestFirst = [...active].sort((one, other) => (other.ltv_bps ?? 0) - (one.ltv_bps ?? 0));
        const loan = riskiestFirst.find(({ id }) => String(id) === chosen.value) ?? riskiestFirst[0];
        return (
          <>
            <p>
              The price falls below that at which the loan is liquidated, and the clock of the chain moves
              forward by the 72 hours that a loan has. Save the state before.
            </p>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (loan !== undefined) start(loan);
              }}
            >
              <div class="field">
                <label for="liquidate-loan">Loan</label>
                <select
                  id="liquidate-loan"
                  value={String(loan?.id ?? '')}
                  onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
                >
                  {riskiestFirst.map((each) => (
                    <option key={each.id} value={String(each.id)}>
                      {nameOf(each)}
                    </option>
                  ))}
                </select>
              </div>
              <button type="submit" disabled={progress.value !== undefined || loan === undefined}>
                Liquidate it
              </button>
            </form>
            {progress.value === undefined ? null : (
              <p class="note" role="status">
                {progress.value}
              </p>
            )}
            <Outcome network={network} of={outcome.value} />
          </>
        );
      }}
    </PolledPanel>
  );
}

function Outcome({
  network,
  of,
}: {
  network: string;
  of: Liquidated | Error | undefined;
}): JSX.Element | null {
  if (of === undefined) return null;
  if (of instanceof Error) return <Problem error={of} />;
  const { loan, facts } = of;
  return (
    <>
      <p class="success" role="status">
        Loan {loan.id} of <AccountLink network={network} of={loan.account} /> was liquidated.
      </p>
      {facts === null ? null : (
        <Facts
          rows={[
            ['Debt', <Amount value={facts.debt_usdt} symbol="USDT" />],
            ['Sold', <Amount value={facts.sold_cbtc} symbol="CBTC" />],
            ['At', <Amount value={facts.price} symbol="USD" />],
            ['Loss of the pool', <Amount value={facts.loss_usdt} symbol="USDT" />],
          ]}
        />
      )}
    </>
  );
}
