import type { GetLoansAnswer, OraclePriceAnswer } from '@app/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { callControl } from '../../gateway/development';
import { type Polling, usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Facts } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { PolledPanel, Problem } from '../../ui/panel';
import { Age, Amount } from '../../ui/values';
import { countReached, wholeDollars } from './falling-price';

interface PriceFormProps {
  readonly network: string;
  readonly loans: Polling<GetLoansAnswer>;
}

interface SetPrice {
  readonly price: string;
  readonly is_in_force: boolean;
}

const EVERY_MS = 15_000;
const asPrice = (data: object): OraclePriceAnswer => data as OraclePriceAnswer;

/** A slider and a field for the price of the oracle, with the loans that a price puts at risk. */
export function PriceForm({ network, loans }: PriceFormProps): JSX.Element {
  const oracle = usePoll(`price ${network}`, EVERY_MS, () => callTool(network, 'get_btc_price'));
  const chosen = useSignal<string | undefined>(undefined);
  /** The range of the slider does not move with the price. */
  const range = useSignal<bigint | undefined>(undefined);
  const outcome = useSignal<SetPrice | Error | undefined>(undefined);
  const submit = (price: string) => {
    outcome.value = undefined;
    callControl<SetPrice>(network, 'price', { price }).then(
      (answer) => {
        outcome.value = answer;
        chosen.value = undefined;
        oracle.ask?.();
      },
      (error: unknown) => (outcome.value = error as Error),
    );
  };
  return (
    <PolledPanel
      title="Set the price of BTC"
      state={oracle}
      mark={<LiveMark network={network} topic="price" state={oracle} everyMs={0} answerOf={asPrice} />}
    >
      {({ price, updated_at, stale }) => {
        const dollars = wholeDollars(price) ?? 1n;
        range.value ??= dollars;
        const wanted = chosen.value ?? String(dollars);
        const active = loans.value.answer?.active;
        const reached = countReached(active?.map((loan) => loan.liquidation_price) ?? [], wanted);
        return (
          <>
            <Facts
              rows={[
                [
                  'Now',
                  <>
                    <Amount value={price} symbol="USD" />, <Age time={updated_at} />{' '}
                    {stale ? <strong class="stale">stale</strong> : null}
                  </>,
                ],
                [
                  'At this price',
                  active === undefined
                    ? 'loans are not known'
                    : `${String(reached)} of ${String(active.length)} loans are at risk`,
                ],
              ]}
            />
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                submit(wanted);
              }}
            >
              <PriceFields wanted={wanted} range={range.value} onPrice={(text) => (chosen.value = text)} />
              <button type="submit">Set the price</button>
            </form>
            <Outcome of={outcome.value} />
          </>
        );
      }}
    </PolledPanel>
  );
}

interface PriceFieldsProps {
  readonly wanted: string;
  readonly range: bigint;
  readonly onPrice: (text: string) => void;
}

/** The slider goes over whole dollars, from a tenth of the price to its double. */
const PriceFields = ({ wanted, range, onPrice }: PriceFieldsProps): JSX.Element => (
  <>
    <div class="field">
      <label for="price-slider">Price</label>
      <input
        id="price-slider"
        type="range"
        min={String(range / 10n + 1n)}
        max={String(range * 2n)}
        value={String(wholeDollars(wanted) ?? range)}
        aria-valuetext={`${wanted} USD`}
        onInput={({ currentTarget }) => {
          onPrice(currentTarget.value);
        }}
      />
    </div>
    <div class="field">
      <label for="price-price">USD per BTC</label>
      <input
        id="price-price"
        inputMode="decimal"
        autocomplete="off"
        value={wanted}
        onInput={({ currentTarget }) => {
          onPrice(currentTarget.value);
        }}
      />
    </div>
  </>
);

function Outcome({ of }: { of: SetPrice | Error | undefined }): JSX.Element | null {
  if (of === undefined) return null;
  if (of instanceof Error) return <Problem error={of} />;
  return (
    <p class={of.is_in_force ? 'success' : 'note'} role="status">
      <Amount value={of.price} symbol="USD" />{' '}
      {of.is_in_force
        ? 'is the price of the oracle.'
        : 'is submitted, and not in force: three feeders must agree.'}
    </p>
  );
}
