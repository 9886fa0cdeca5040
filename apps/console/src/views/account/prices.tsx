import type { GetOrderbookAnswer, OraclePriceAnswer } from '@app/client';
import type { ComponentChildren, JSX } from 'preact';
import { networkNamed } from '../../gateway/config';
import { type Polling, usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Facts } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { Staleness } from '../../ui/panel';
import { Age, Amount, Foreign } from '../../ui/values';
import type { Prices } from './token-values';

const EVERY_MS = 30_000;

/** Of a book: null without an offer. */
type Best = Pick<GetOrderbookAnswer, 'best_bid'>;

/** The prices of a network, and where they are from. */
export interface KnownPrices extends Prices {
  readonly network: string;
  readonly oracle: Polling<OraclePriceAnswer>;
  /** Name of the pair of NATIVE and BTC; undefined where the network has none. */
  readonly pair: string | undefined;
  readonly book: Polling<Best>;
}

/** Reads the prices that balances are valued at. */
export function usePrices(network: string): KnownPrices {
  const pairs = networkNamed(network)?.pairs ?? [];
  const pair = pairs.find(({ base, quote }) => base === 'NATIVE' && quote === 'BTC')?.apiName;
  const oracle = usePoll(`price ${network}`, EVERY_MS, () => callTool(network, 'get_btc_price'));
  const book = usePoll<Best>(`best ${network} ${pair ?? ''}`, EVERY_MS, () =>
    pair === undefined
      ? Promise.resolve({ best_bid: null })
      : callTool(network, 'get_orderbook', { pair, depth: 1 }),
  );
  const btcUsd = oracle.value.answer?.price;
  const nativeBtc = book.value.answer?.best_bid ?? undefined;
  return { network, oracle, pair, book, btcUsd, nativeBtc };
}

/** Events state the answers of the tools. */
const asPrice = (data: object): OraclePriceAnswer => data as OraclePriceAnswer;
const asBest = (data: object): Best => data as Best;

/** Which prices the values are of, and how old they are. */
export function PriceFacts({ prices }: { prices: KnownPrices }): JSX.Element {
  const { network, oracle, pair, book, nativeBtc } = prices;
  const { answer } = oracle.value;
  return (
    <Facts
      rows={[
        [
          'BTC, CBTC',
          <Source state={oracle}>
            {answer === undefined ? null : (
              <>
                <Amount value={answer.price} symbol="USD" /> by the oracle, <Age time={answer.updated_at} />{' '}
                {answer.stale ? <strong class="stale">stale</strong> : null}
              </>
            )}{' '}
            <LiveMark network={network} topic="price" state={oracle} everyMs={0} answerOf={asPrice} />
          </Source>,
        ],
        [
          'NATIVE',
          pair === undefined ? (
            'not known: there is no market with BTC'
          ) : (
            <Source state={book}>
              {nativeBtc === undefined ? null : (
                <>
                  <Amount value={nativeBtc} symbol="BTC" />, best bid of <Foreign text={pair} />
                </>
              )}{' '}
              <LiveMark network={network} topic={`book:${pair}`} state={book} everyMs={0} answerOf={asBest} />
            </Source>
          ),
        ],
        ['USDT', 'one USDT counts as one USD'],
      ]}
    />
  );
}

interface SourceProps {
  readonly state: Polling<unknown>;
  readonly children: [price: ComponentChildren, ...rest: ComponentChildren[]];
}

/** A price, or that it is not known, with the age of an answer that is old. */
function Source({ state, children: [price, ...mark] }: SourceProps): JSX.Element {
  const { answer, error } = state.value;
  const isAsked = answer === undefined && error === undefined;
  return (
    <>
      {price ?? (isAsked ? 'loading…' : 'not known')} <Staleness state={state.value} /> {mark}
    </>
  );
}
