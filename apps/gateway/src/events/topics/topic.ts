import { NAME_PATTERN } from '@app/chain-tools';

/** Topics of one stream. */
export const MAX_TOPICS = 16;
/** 100 %. */
const MAX_BPS = 10_000;

/** A subject that a client may follow. `text` is how it names it. */
export type Topic = { readonly text: string } & (
  | { readonly kind: 'head' | 'price' }
  | { readonly kind: 'book'; readonly pair: string }
  | { readonly kind: 'fills'; readonly account: string }
  | { readonly kind: 'deposits'; readonly account: string }
  | { readonly kind: 'ltv'; readonly account: string; readonly bps: number }
  | { readonly kind: 'transaction'; readonly id: string }
);

/** The forms of topics, in words. */
export const TOPIC_FORMS =
  'head, price, book:<pair>, fills:<account>, ltv:<account>:<basis points from 1 to 10000>, deposits:<account>, ' +
  'transaction:<id>';

const ACCOUNT = new RegExp(NAME_PATTERN, 'u');
const PAIR = /^[a-z0-9]{1,24}$/;
const TRANSACTION = /^[0-9a-f]{64}$/;
const BPS = /^[1-9]\d{0,4}$/;

/** Reads one topic; undefined for a text of no form of a topic. */
export function topicOf(text: string): Topic | undefined {
  const [kind = '', subject, bound, ...rest] = text.split(':');
  if (rest.length > 0) return undefined;
  if (subject === undefined) return kind === 'head' || kind === 'price' ? { text, kind } : undefined;
  if (kind === 'ltv') return boundOf(text, subject, bound);
  if (bound !== undefined) return undefined;
  if (kind === 'book') return PAIR.test(subject) ? { text, kind, pair: subject } : undefined;
  if (kind === 'transaction') return TRANSACTION.test(subject) ? { text, kind, id: subject } : undefined;
  if (!ACCOUNT.test(subject)) return undefined;
  if (kind === 'fills') return { text, kind, account: subject };
  return kind === 'deposits' ? { text, kind, account: subject } : undefined;
}

function boundOf(text: string, account: string, bound = ''): Topic | undefined {
  const bps = Number(bound);
  if (!ACCOUNT.test(account) || !BPS.test(bound) || bps > MAX_BPS) return undefined;
  return { text, kind: 'ltv', account, bps };
}
