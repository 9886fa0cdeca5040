import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { PolledPanel } from '../../ui/panel';
import { CandleChart } from './candle-chart';
import { type Interval, INTERVALS } from './candle-layout';

/** Slower than the book: a candle is at least a minute long. */
const EVERY_MS = 10_000;
const CANDLES = 120;

interface CandlesProps {
  readonly network: string;
  readonly pair: string;
  readonly base: string;
  readonly quote: string;
}

/** Candles of a pair by the interval of choice. */
export function Candles(of: CandlesProps): JSX.Element {
  const interval = useSignal<Interval>('1m');
  return (
    <>
      <p class="actions" role="group" aria-label="Length of a candle">
        {INTERVALS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === interval.value}
            onClick={() => (interval.value = each)}
          >
            {each}
          </button>
        ))}
      </p>
      <CandlesOf key={interval.value} {...of} interval={interval.value} />
    </>
  );
}

function CandlesOf({
  network,
  pair,
  base,
  quote,
  interval,
}: CandlesProps & { interval: Interval }): JSX.Element {
  const state = usePoll(`candles ${network} ${pair} ${interval}`, EVERY_MS, () =>
    callTool(network, 'get_candles', { pair, interval, limit: CANDLES }),
  );
  return (
    <PolledPanel
      title={`Candles of ${interval}`}
      state={state}
      isEmpty={({ candles }) => candles.length === 0}
      empty="No trade yet."
    >
      {({ candles }) => <CandleChart candles={candles} base={base} quote={quote} />}
    </PolledPanel>
  );
}
