import type { GetOrderbookAnswer } from '@app/client';
import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { NetworkFacts, Pair } from '../../gateway/config';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Facts } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { PolledPanel } from '../../ui/panel';
import { Amount } from '../../ui/values';
import { noBestText, noSpreadText } from '../market/ladder';

const EVERY_MS = 15_000;

/** The event states the answer of the tool. */
const asBest = (data: object): GetOrderbookAnswer => data as GetOrderbookAnswer;

/** Best prices of each pair. */
export const BookLines = ({ network }: { network: NetworkFacts }): JSX.Element => (
  <>
    {network.pairs.map((pair) => (
      <BestPrices key={pair.apiName} network={network.name} pair={pair} />
    ))}
  </>
);

function BestPrices({ network, pair }: { network: string; pair: Pair }): JSX.Element {
  const { apiName, base, quote } = pair;
  const book = usePoll(`best ${network} ${apiName}`, EVERY_MS, () =>
    callTool(network, 'get_orderbook', { pair: apiName, depth: 1 }),
  );
  const price = (value: string | null, absent: string) =>
    value === null ? absent : <Amount value={value} symbol={quote} />;
  return (
    <PolledPanel
      title={`Market ${base}/${quote}`}
      state={book}
      mark={
        <LiveMark network={network} topic={`book:${apiName}`} state={book} everyMs={0} answerOf={asBest} />
      }
    >
      {(answer) => (
        <Facts
          rows={[
            ['Best bid', price(answer.best_bid, noBestText(answer))],
            ['Best ask', price(answer.best_ask, noBestText(answer))],
            ['Spread', price(answer.spread, noSpreadText(answer))],
            ['Book', <a href={addressOf(network, 'market', apiName)}>{apiName}</a>],
          ]}
        />
      )}
    </PolledPanel>
  );
}
