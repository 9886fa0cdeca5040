import type { JSX } from 'preact';
import type { ViewProps } from '../view-props';
import { Later } from '../../ui/later';
import { ChainPanel } from './chain-panel';

/** What is going on in a network. */
export const OverviewView = ({ network }: ViewProps): JSX.Element => (
  <>
    <h1>{network.name}</h1>
    <div class="grid halves">
      <ChainPanel network={network.name} />
      <Later load={async () => (await import('./price-lines')).PriceLines} props={{ network }} />
    </div>
    <Later load={async () => (await import('./pool-lines')).PoolLines} props={{ network: network.name }} />
    <Later
      load={async () => (await import('./latest-actions')).LatestActions}
      props={{ network: network.name }}
    />
  </>
);
