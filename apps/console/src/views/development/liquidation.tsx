import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { callControl } from '../../gateway/development';
import { callTool } from '../../gateway/routes';
import type { LoansAnswer } from '../../ui/loan-table';
import { Panel, Problem } from '../../ui/panel';
import { visibleText } from '../../values/visible-text';
import { priceBelow } from './price-below';

interface Fall {
  readonly account: string;
  readonly price: string;
}

/** Sets the price just below the highest one at which a loan is liquidated. @throws Error without such a loan */
async function fall(network: string): Promise<Fall> {
  const { active } = await callTool<LoansAnswer>(network, 'get_loans');
  const [riskiest] = [...active].sort((one, other) => (other.ltv_bps ?? 0) - (one.ltv_bps ?? 0));
  const price = priceBelow(riskiest?.liquidation_price ?? '');
  if (riskiest === undefined || price === undefined) throw new Error('there is no loan to liquidate');
  await callControl(network, 'price', { price });
  return { account: riskiest.account, price };
}

/** A button that makes the price fall until a loan is liquidated. */
export function Liquidation({ network }: { network: string }): JSX.Element {
  const outcome = useSignal<Fall | Error | undefined>(undefined);
  const start = () => {
    outcome.value = undefined;
    fall(network).then(
      (result) => (outcome.value = result),
      (error: unknown) => (outcome.value = error as Error),
    );
  };
  return (
    <Panel title="Make a liquidation happen">
      <p>The price falls just below that at which the riskiest loan is liquidated.</p>
      <button type="button" onClick={start}>
        Liquidate the riskiest loan
      </button>
      {outcome.value instanceof Error ? <Problem error={outcome.value} /> : null}
      {outcome.value === undefined || outcome.value instanceof Error ? null : (
        <p class="success" role="status">
          BTC is at {outcome.value.price} USD: the loan of {visibleText(outcome.value.account)} can be
          liquidated.
        </p>
      )}
    </Panel>
  );
}
