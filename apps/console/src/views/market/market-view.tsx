import type { GetOrderbookAnswer } from '@app/client';
import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { ViewProps } from '../view-props';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Facts, Table } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { PolledPanel } from '../../ui/panel';
import { Amount, Foreign, percentOf } from '../../ui/values';
import { formAddress } from '../tools/form-address';
import { Candles } from './candles';
import { ChosenAccount } from './chosen-account';
import { DepthChart } from './depth-chart';
import { ladder, noSpreadText, type Step } from './ladder';
import { Trades } from './trades';

const EVERY_MS = 4_000;
/** As in the events. */
const DEPTH = 20;

/** The event states the answer of the tool. */
const asBook = (data: object): GetOrderbookAnswer => data as GetOrderbookAnswer;

/** The market of a pair. */
export function View({
  network,
  args: [name = network.pairs[0]?.apiName ?? '', account],
}: ViewProps): JSX.Element {
  const pair = network.pairs.find(({ apiName }) => apiName === name);
  const book = usePoll(`book ${network.name} ${name}`, EVERY_MS, () =>
    callTool(network.name, 'get_orderbook', { pair: name, depth: DEPTH }),
  );
  const { base = '', quote = '' } = pair ?? {};
  const of = account === undefined ? undefined : { account };
  return (
    <>
      <h1>
        Market <Foreign text={name} />
      </h1>
      <p class="actions">
        {network.pairs.map(({ apiName }) => (
          <a
            key={apiName}
            aria-current={apiName === name ? 'page' : undefined}
            href={addressOf(network.name, 'market', apiName, ...(account === undefined ? [] : [account]))}
          >
            {apiName}
          </a>
        ))}
        <a href={formAddress(network.name, 'place_order', { pair: name, ...of })}>Place an order</a>
        <a href={formAddress(network.name, 'cancel_order', { pair: name, ...of })}>Cancel an order</a>
      </p>
      <Candles key={name} network={network.name} pair={name} base={base} quote={quote} />
      <div class="grid">
        <PolledPanel
          title="Order book"
          state={book}
          mark={
            <LiveMark
              key={name}
              network={network.name}
              topic={`book:${name}`}
              state={book}
              everyMs={0}
              answerOf={asBook}
            />
          }
        >
          {(answer) => <Ladder book={answer} base={base} quote={quote} />}
        </PolledPanel>
        <div>
          <PolledPanel title="Depth" state={book}>
            {(answer) => <Depth book={answer} base={base} />}
          </PolledPanel>
          <Trades network={network.name} pair={name} />
        </div>
      </div>
      <ChosenAccount key={`${name} ${account ?? ''}`} network={network.name} pair={name} account={account} />
    </>
  );
}

function Ladder({
  book,
  base,
  quote,
}: {
  book: GetOrderbookAnswer;
  base: string;
  quote: string;
}): JSX.Element {
  const { bids, asks } = ladder(book.bids, book.asks);
  return (
    <>
      <Side label={`Asks: ${base} offered`} steps={[...asks].reverse()} side="ask" />
      <p class="note">
        Spread {book.spread === null ? noSpreadText(book) : <Amount value={book.spread} symbol={quote} />}
      </p>
      <Side label={`Bids: ${base} wanted`} steps={bids} side="bid" />
      {book.truncated ? <p class="note">The book has more levels than were read.</p> : null}
    </>
  );
}

/** One side of the book. The bar of a level is as long as the amount up to it. */
const Side = ({
  label,
  steps,
  side,
}: {
  label: string;
  steps: readonly Step[];
  side: string;
}): JSX.Element => (
  <Table
    label={label}
    rows={steps}
    keyOf={({ price }) => price}
    columns={[
      { name: 'Price', isNumber: true, cell: ({ price }) => <Amount value={price} /> },
      { name: 'Amount', isNumber: true, cell: ({ amount, at_least }) => atLeast(amount, at_least) },
      { name: 'Up to here', isNumber: true, cell: ({ cumulated, at_least }) => atLeast(cumulated, at_least) },
      { name: 'Depth', cell: ({ share }) => <Bar share={share} side={side} /> },
    ]}
  />
);

/** The last level may have more orders than were read. */
const atLeast = (amount: string, isAtLeast = false): JSX.Element => (
  <>
    {isAtLeast ? '≥ ' : null}
    <Amount value={amount} />
  </>
);

const Bar = ({ share, side }: { share: number; side: string }): JSX.Element => (
  <svg class={`bar ${side}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width={share / 100} height="10" />
  </svg>
);

const Depth = ({ book, base }: { book: GetOrderbookAnswer; base: string }): JSX.Element => (
  <>
    <DepthChart bids={book.bids} asks={book.asks} />
    <Facts
      rows={book.depth_within.map(({ within_bps, bids, asks }) => [
        `within ${percentOf(within_bps)}`,
        <>
          <Amount value={bids ?? '?'} symbol={base} /> wanted, <Amount value={asks ?? '?'} symbol={base} />{' '}
          offered
        </>,
      ])}
    />
  </>
);
