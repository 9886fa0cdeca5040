import type { JSX } from 'preact';
import { Amount } from '../../ui/values';
import { type Level, ladder, type Step } from './ladder';

const WIDTH = 600;
const HEIGHT = 180;

/** Depth by price: stairs of the bids to the left, of the asks to the right. Positions of pixels need no exact numbers. */
export function DepthChart(book: { bids: readonly Level[]; asks: readonly Level[] }): JSX.Element | null {
  const { bids, asks } = ladder(book.bids, book.asks);
  const prices = [...bids, ...asks].map(({ price }) => Number(price));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length < 2 || most === least) return null;
  const x = (price: string) => ((Number(price) - least) / (most - least)) * WIDTH;
  const y = (share: number) => HEIGHT - (share / 10_000) * (HEIGHT - 10);
  const area = (steps: readonly Step[], edge: number) => {
    const stairs = steps.flatMap(({ price, share }, index) => [
      `${String(x(price))},${String(y(index === 0 ? 0 : (steps[index - 1]?.share ?? 0)))}`,
      `${String(x(price))},${String(y(share))}`,
    ]);
    const last = y(steps.at(-1)?.share ?? 0);
    return [...stairs, `${String(edge)},${String(last)}`, `${String(edge)},${String(HEIGHT)}`].join(' ');
  };
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
        role="img"
        aria-label="Depth by price"
      >
        <polygon class="bid" points={area(bids, 0)} />
        <polygon class="ask" points={area(asks, WIDTH)} />
      </svg>
      <p class="edges muted">
        <Amount value={(bids.at(-1) ?? asks[0])?.price ?? ''} />
        <Amount value={(asks.at(-1) ?? bids[0])?.price ?? ''} />
      </p>
    </>
  );
}
