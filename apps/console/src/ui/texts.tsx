import type { JSX } from 'preact';
import { visibleText } from '../values/visible-text';

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
