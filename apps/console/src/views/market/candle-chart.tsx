import { useSignal } from '@preact/signals';
import type { JSX, TargetedPointerEvent } from 'preact';
import { Facts } from '../../ui/facts';
import { Amount } from '../../ui/values';
import {
  type Candle,
  candleAt,
  type CandleLayout,
  candleLayout,
  COLUMN,
  PRICE_HEIGHT,
  VOLUME_HEIGHT,
} from './candle-layout';

const GAP = 10;
const HEIGHT = PRICE_HEIGHT + GAP + VOLUME_HEIGHT;

interface CandleChartProps {
  readonly candles: readonly Candle[];
  /** API symbols. */
  readonly base: string;
  readonly quote: string;
}

/** Candles and volume, with the exact numbers of one of them: the newest one, or the one that is pointed at. */
export function CandleChart({ candles, base, quote }: CandleChartProps): JSX.Element | null {
  const chosen = useSignal<string | undefined>(undefined);
  const layout = candleLayout(candles);
  if (layout === undefined) return null;
  const last = candles.length - 1;
  const found = candles.findIndex(({ time }) => time === chosen.value);
  const index = found < 0 ? last : found;
  const choose = (at: number) => (chosen.value = at === last ? undefined : candles[at]?.time);
  const point = ({ currentTarget, clientX }: TargetedPointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(candleAt(layout, (clientX - left) / width));
  };
  return (
    <>
      <div class="candles">
        <Drawing layout={layout} index={index} onPoint={point} />
        <div class="prices muted">
          <Amount value={layout.highest} />
          <Amount value={layout.lowest} />
          <span>volume</span>
        </div>
      </div>
      <div class="field">
        <label for="candle">Candle</label>
        <input
          id="candle"
          type="range"
          min="0"
          max={last}
          value={index}
          aria-valuetext={candles[index]?.time ?? ''}
          onInput={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
        />
      </div>
      <Numbers candle={candles[index]} base={base} quote={quote} />
    </>
  );
}

interface DrawingProps {
  readonly layout: CandleLayout;
  readonly index: number;
  readonly onPoint: (event: TargetedPointerEvent<SVGSVGElement>) => void;
}

const Drawing = ({ layout: { shapes, width }, index, onPoint }: DrawingProps): JSX.Element => (
  <svg
    class="chart"
    viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`}
    preserveAspectRatio="none"
    role="img"
    aria-label="Candles and volume by time, the newest at the right"
    onPointerMove={onPoint}
    onPointerDown={onPoint}
  >
    {shapes.map(({ x, isRising, high, low, top, height, volume }, at) => (
      <g key={at} class={isRising ? 'rise' : 'fall'}>
        {at === index ? <rect class="chosen" x={x - COLUMN / 2} width={COLUMN} height={HEIGHT} /> : null}
        <line x1={x} x2={x} y1={high} y2={low} />
        <rect x={x - 3} width="6" y={top} height={Math.max(1, height)} />
        <rect class="volume" x={x - 3} width="6" y={HEIGHT - volume} height={volume} />
      </g>
    ))}
  </svg>
);

function Numbers({
  candle,
  base,
  quote,
}: Omit<CandleChartProps, 'candles'> & { candle: Candle | undefined }): JSX.Element | null {
  if (candle === undefined) return null;
  const { time, open, high, low, close, volume, quote_volume, trades, closed } = candle;
  return (
    <Facts
      rows={[
        ['From', `${time.replace('T', ' ').replace(/:00\.000Z$/, '')} UTC${closed ? '' : ', not over'}`],
        ['Open', <Amount value={open} symbol={quote} />],
        ['High', <Amount value={high} symbol={quote} />],
        ['Low', <Amount value={low} symbol={quote} />],
        ['Close', <Amount value={close} symbol={quote} />],
        ['Volume', <Amount value={volume} symbol={base} />],
        ['Paid', <Amount value={quote_volume} symbol={quote} />],
        ['Trades', trades],
      ]}
    />
  );
}
