import type { ComponentChildren, JSX } from 'preact';
import { addressOf } from '../app/location';
import { durationText, timeMs } from '../values/ages';
import { visibleText } from '../values/visible-text';
import { now } from './clock';
import { Foreign } from './texts';

export { Amount, Foreign, percentOf, placesOf, Side } from './texts';

/** How long ago a time is; the time itself on hover. */
export function Age({ time }: { time: string }): JSX.Element {
  const at = timeMs(time);
  if (Number.isNaN(at)) return <Foreign text={time} />;
  const seconds = (now.value - at) / 1_000;
  // A block carries the time of its slot, which begins up to a second later by another clock.
  const isNow = Math.abs(seconds) < 1;
  const text = isNow ? 'now' : seconds < 0 ? `in ${durationText(-seconds)}` : `${durationText(seconds)} ago`;
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toISOString()}>
      {text}
    </time>
  );
}

interface LinkProps {
  readonly network: string;
  readonly of: string;
  readonly children?: ComponentChildren;
}

/** A link to the view of an account. */
export const AccountLink = ({ network, of, children }: LinkProps): JSX.Element => (
  <a href={addressOf(network, 'account', of)}>{children ?? <Foreign text={of} />}</a>
);

/** A link to the view of a transaction, by the beginning of its id. */
export const TransactionLink = ({ network, of }: LinkProps): JSX.Element => (
  <a href={addressOf(network, 'transaction', of)} title={visibleText(of)} class="mono">
    <Foreign text={of.slice(0, 8)} />…
  </a>
);

/** A link to the view of a block. */
export const BlockLink = ({ network, of }: LinkProps): JSX.Element => (
  <a href={addressOf(network, 'block', of)} class="amount">
    <Foreign text={of} />
  </a>
);
