import type { OraclePriceAnswer } from '@app/client';
import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/tools';
import { Facts } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Age, Amount } from '../../ui/values';

const EVERY_MS = 15_000;

/** The event states the answer of the tool. */
const asPrice = (data: object): OraclePriceAnswer => data as OraclePriceAnswer;

/** The price that loans are valued at. */
export function PricePanel({ network }: { network: string }): JSX.Element {
  const price = usePoll(`price ${network}`, EVERY_MS, () => callTool(network, 'get_btc_price'));
  return (
    <PolledPanel
      title="Oracle price"
      state={price}
      mark={<LiveMark network={network} topic="price" state={price} everyMs={0} answerOf={asPrice} />}
    >
      {({ price: value, updated_at, stale, feeders }) => (
        <Facts
          rows={[
            ['BTC', <Amount value={value} symbol="USD" />],
            [
              'Updated',
              <>
                <Age time={updated_at} />{' '}
                {stale ? <strong class="stale">stale: loans cannot be opened</strong> : ''}
              </>,
            ],
            [
              'Feeders',
              <ul class="names">
                {feeders.map((feeder) => (
                  <li key={feeder}>
                    <AccountLink network={network} of={feeder} />
                  </li>
                ))}
              </ul>,
            ],
          ]}
        />
      )}
    </PolledPanel>
  );
}
