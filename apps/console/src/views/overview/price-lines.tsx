import type { JSX } from 'preact';
import type { NetworkFacts } from '../../gateway/config';
import { BookLines } from './book-lines';
import { PricePanel } from './price-panel';

/** The prices of a network, which follow the stream of events. */
export const PriceLines = ({ network }: { network: NetworkFacts }): JSX.Element => (
  <>
    <PricePanel network={network.name} />
    <BookLines network={network} />
  </>
);
