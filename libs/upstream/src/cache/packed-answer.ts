import { jsonOf } from '@app/antelope';
import {
  CODE_BYTES,
  codeOf,
  isCodeOf,
  MAX_CLOCK_SKEW_MS,
  type SharedSecret,
  type ValueBinding,
} from '@app/redis';
import { z } from 'zod';
import type { CachedReply } from './response-cache';
import type { SharedAnswer } from './shared-answers';

const HEAD_END = 0x0a;

const head = z.strictObject({
  status: z.literal(200),
  contentType: z.string().regex(/^application\/json(?:; ?charset=utf-8)?$/i),
  node: z.string().regex(/^[\x21-\x7e]{1,256}$/),
  headBlock: z.int().nonnegative(),
  nodeHead: z.int().nonnegative().optional(),
  storedAtMs: z.number(),
});

/** Facts that a packed answer is bound to. */
export interface PackingFacts {
  /** Secret of the deployment: without it a value cannot be made. */
  readonly secret: SharedSecret;
  /** Key that the answer is kept under: a value under another key is no answer. */
  readonly key: string;
  readonly nowMs: number;
}

/**
 * An answer as one value: its authentication code, a line of JSON, its body. Undefined for an answer that may not be
 * shared: only whole ones of JSON may.
 */
export function packAnswer({ bytes, ...facts }: CachedReply, packing: PackingFacts): Buffer | undefined {
  const { status, contentType, node, headBlock, nodeHead } = facts;
  const line = { status, contentType, node, headBlock, nodeHead, storedAtMs: packing.nowMs };
  if (!head.safeParse(line).success) return undefined;
  const packed = Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), bytes]);
  return Buffer.concat([codeOf(packed, bindingOf(packing)), packed]);
}

/**
 * The answer in a value; undefined for a value that no replica made under this key, or of any other form.
 * @param maxAgeMs how long an answer is kept: an older one was put back
 */
export function unpackAnswer(
  value: Buffer,
  packing: PackingFacts,
  maxAgeMs: number,
): SharedAnswer | undefined {
  const code = value.subarray(0, CODE_BYTES);
  const packed = value.subarray(CODE_BYTES);
  if (!isCodeOf(code, packed, bindingOf(packing))) return undefined;
  const end = packed.indexOf(HEAD_END);
  const { data } = head.safeParse(jsonOf(packed.toString('utf8', 0, Math.max(0, end))));
  if (data === undefined) return undefined;
  const { storedAtMs, ...facts } = data;
  const ageMs = packing.nowMs - storedAtMs;
  if (ageMs > maxAgeMs + MAX_CLOCK_SKEW_MS || ageMs < -MAX_CLOCK_SKEW_MS) return undefined;
  return { reply: { ...facts, bytes: packed.subarray(end + 1) }, ageMs: Math.max(0, ageMs) };
}

const bindingOf = ({ secret, key }: PackingFacts): ValueBinding => ({ secret, purpose: 'answer', key });
