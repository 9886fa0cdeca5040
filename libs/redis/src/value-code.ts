import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of a deployment. While it is changed, values that were made with a second one are read as well; none is made with it. */
export type SharedSecret = string | { readonly own: string; readonly second: string };

/** Key and use of a value: it is none under another key, or for another purpose. Neither text has a line feed. */
export interface ValueBinding {
  /** Of the deployment: a value that was made without it is none. Empty: any program can make the code. */
  readonly secret: SharedSecret;
  /** Use of the values, such as `head`. */
  readonly purpose: string;
  /** Whole name of the key, with prefix and network. */
  readonly key: string;
}

/** Length of an authentication code. */
export const CODE_BYTES = 32;
/** Clocks of replicas differ by less. */
export const MAX_CLOCK_SKEW_MS = 60_000;

const HASH = 'sha256';
const TEXT = /^(?<text>.*):(?<code>[\w-]{43})$/s;

/** Authentication code (HMAC-SHA-256) of a value. */
export const codeOf = (content: Buffer | string, { secret, purpose, key }: ValueBinding): Buffer =>
  createHmac(HASH, typeof secret === 'string' ? secret : secret.own)
    .update(`${purpose}\n${key}\n`)
    .update(content)
    .digest();

/** Whether a replica with the secret, or with the second one, made the code for this content. */
export const isCodeOf = (code: Buffer, content: Buffer | string, binding: ValueBinding): boolean =>
  code.length === CODE_BYTES &&
  readBindings(binding).some((each) => timingSafeEqual(code, codeOf(content, each)));

/** A text with its authentication code behind a colon, in Base64: Redis keeps short values in less memory. */
export const withCode = (text: string, binding: ValueBinding): string =>
  `${text}:${textCodeOf(text, binding)}`;

/** The text of a value that `withCode` made for this binding; undefined for any other one. */
export function textOf(value: string, binding: ValueBinding): string | undefined {
  const { text, code } = TEXT.exec(value)?.groups ?? {};
  if (text === undefined || code === undefined) return undefined;
  // As texts: several of them stand for the same bytes.
  const isCode = (each: ValueBinding): boolean =>
    timingSafeEqual(Buffer.from(code), Buffer.from(textCodeOf(text, each)));
  return readBindings(binding).some(isCode) ? text : undefined;
}

const readBindings = ({ secret, ...rest }: ValueBinding): ValueBinding[] =>
  (typeof secret === 'string' ? [secret] : [secret.own, secret.second]).map((each) => ({
    ...rest,
    secret: each,
  }));

const textCodeOf = (text: string, binding: ValueBinding): string =>
  codeOf(text, binding).toString('base64url');
