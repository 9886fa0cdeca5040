import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { networkNamed } from '../gateway/config';
import { defaultNetwork } from '../gateway/routes';
import { Later } from '../ui/later';
import { Foreign } from '../ui/values';
import { addressOf, segments } from './location';
import { visibleText } from '../values/visible-text';
import { Navigation } from './navigation';
import { VIEWS } from './views';

/** The whole page. */
export function Application(): JSX.Element {
  const [networkName = defaultNetwork(), viewName = '', ...args] = segments.value;
  const network = networkNamed(networkName);
  const entry = Object.hasOwn(VIEWS, viewName) ? VIEWS[viewName] : undefined;
  const address = [networkName, viewName, ...args].join(' ');
  useEffect(() => {
    const title = [entry?.title ?? 'Not found', ...args].join(' ');
    document.title = visibleText(`${title} · ${networkName} · Chain Tool Gateway`);
  }, [address]);
  if (network === undefined) return <NotFound text={`There is no network ${networkName} here.`} />;
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Navigation network={network} />
      <main id="content" tabIndex={-1}>
        {entry === undefined ? (
          <NotFound text={`There is no view ${viewName}.`} />
        ) : (
          <Later key={address} load={entry.load} props={{ network, args }} />
        )}
      </main>
    </>
  );
}

const NotFound = ({ text }: { text: string }): JSX.Element => (
  <section class="panel">
    <h1>Not found</h1>
    <p>
      <Foreign text={text} />
    </p>
    <p>
      <a href={addressOf(defaultNetwork())}>Overview</a>
    </p>
  </section>
);
