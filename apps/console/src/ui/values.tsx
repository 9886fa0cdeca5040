import type { ComponentChildren, JSX } from 'preact';
import { addressOf } from '../app/location';
import { durationText, timeMs } from '../values/ages';
import { visibleText } from '../values/visible-text';
import { now } from './clock';

/** A text of the chain: shown as it is, with invisible characters written out, apart from the text around it. */
export const Foreign = ({ text }: { text: string }): JSX.Element => <bdi>{visibleText(text)}</bdi>;

/** The side of an order or a trade. */
export const Side = ({ of }: { of: string }): JSX.Element => (
  <span class={of === 'buy' ? 'good' : 'bad'}>
    <Foreign text={of} />
  </span>
);

/** An id or a key of the chain, in figures of equal width. */
export const Id = ({ text }: { text: string }): JSX.Element => (
  <span class="mono long">
    <Foreign text={text} />
  </span>
);

interface AmountProps {
  readonly value: string;
  readonly symbol?: string;
  /** Decimals of the column, where its values have different ones: they stay in line at the decimal point. */
  readonly places?: number;
}

/** The decimals that a value lacks, with the point where it has none. */
const absentDecimals = (decimals: string, places: number): string =>
  `.${'0'.repeat(places)}`.slice(places === 0 ? 1 : decimals.length);

/** The most decimals of some amounts. */
export const placesOf = (values: readonly string[]): number =>
  Math.max(0, ...values.map((value) => (value.split('.')[1] ?? '').length));

/** An amount as the gateway wrote it, thousands apart by space alone: copying gives the exact text. */
export function Amount({ value, symbol, places = 0 }: AmountProps): JSX.Element {
  const [, sign = '', whole = '', decimals = ''] = /^([+-]?)(\d+)(.*)$/.exec(value) ?? [];
  const groups = whole.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [];
  const absent = whole === '' ? '' : absentDecimals(decimals, places);
  return (
    <span class="amount">
      {whole === '' ? visibleText(value) : sign}
      {groups.map((group, index) => (
        <span class={index < groups.length - 1 ? 'thousands' : ''} key={index}>
          {group}
        </span>
      ))}
      <span class="decimals">{visibleText(decimals)}</span>
      {absent === '' ? null : (
        <span class="absent" aria-hidden="true">
          {absent}
        </span>
      )}
      {symbol === undefined ? null : ` ${visibleText(symbol)}`}
    </span>
  );
}

/** Basis points as per cent, exact. */
export const percentOf = (bps: number): string => {
  const digits = String(Math.abs(bps)).padStart(3, '0');
  return `${bps < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)} %`;
};

/** How long ago a time is; the time itself on hover. */
export function Age({ time }: { time: string }): JSX.Element {
  const at = timeMs(time);
  if (Number.isNaN(at)) return <Foreign text={time} />;
  const seconds = (now.value - at) / 1_000;
  const text = seconds < 0 ? `in ${durationText(-seconds)}` : `${durationText(seconds)} ago`;
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
