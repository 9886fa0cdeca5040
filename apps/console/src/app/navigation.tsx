import type { JSX } from 'preact';
import { config, type NetworkFacts } from '../gateway/config';
import { isConnected, limitedUntil } from '../gateway/request';
import { now } from '../ui/clock';
import { Later } from '../ui/later';
import { durationText } from '../values/ages';
import { addressOf, BASE, segments } from './location';

/** Links of the top of each page: name of the link, parts of the address behind the network. */
const LINKS: readonly (readonly [string, readonly string[]])[] = [
  ['Overview', []],
  ['Market', ['market']],
  ['Lending', ['lending']],
  ['Tools', ['tools']],
  ['Agents', ['agents']],
];

/** The top of each page: networks, views, and whether the tokens of the network are worth money. */
export const Navigation = ({ network }: { network: NetworkFacts }): JSX.Element => (
  <>
    <header class="top">
      <a class="brand" href={addressOf(network.name)}>
        Chain Tool Gateway
      </a>
      <nav aria-label="Networks">
        {config().networks.map(({ name }) => (
          <a key={name} href={addressOf(name)} aria-current={name === network.name ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <nav aria-label="Views">
        {LINKS.map(([name, parts]) => (
          <a key={name} href={addressOf(network.name, ...parts)} aria-current={currentMark(parts)}>
            {name}
          </a>
        ))}
        {network.has_development_routes ? (
          <a href={addressOf(network.name, 'development')} aria-current={currentMark(['development'])}>
            Development
          </a>
        ) : null}
      </nav>
      <Later
        key={network.name}
        load={async () => (await import('./search')).Search}
        props={{ network: network.name }}
      />
      <nav aria-label="Interfaces">
        <a href={`${BASE}/docs`}>API</a>
      </nav>
    </header>
    <Funds network={network} />
    <Connection />
  </>
);

const currentMark = (parts: readonly string[]): 'page' | undefined =>
  (segments.value[1] ?? '') === (parts[0] ?? '') ? 'page' : undefined;

const Funds = ({ network: { name, real_funds, is_development } }: { network: NetworkFacts }): JSX.Element =>
  real_funds ? (
    <p class="strip real">Real funds: tokens of {name} are worth money.</p>
  ) : (
    <p class="strip">{is_development ? 'Development chain on this machine' : 'Test chain'}: no real funds.</p>
  );

function Connection(): JSX.Element | null {
  const waitMs = limitedUntil.value - now.value;
  if (!isConnected.value)
    return (
      <p class="strip problem" role="status">
        The gateway does not answer. What is shown may be old; the page tries again.
      </p>
    );
  if (waitMs <= 0) return null;
  return (
    <p class="strip problem" role="status">
      The gateway limits the requests of this address: the page continues in {durationText(waitMs / 1_000)}.
    </p>
  );
}
