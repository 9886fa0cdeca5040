import { z } from 'zod';
import type { SharedAnswer } from './shared-answers';
import type { CachedReply } from './response-cache';

const HEAD_END = 0x0a;
const head = z.strictObject({
  status: z.int(),
  contentType: z.string(),
  node: z.string(),
  headBlock: z.int(),
  storedAtMs: z.number(),
});

/** An answer as one value: a line of JSON, then its body. */
export function packAnswer({ bytes, ...facts }: CachedReply, nowMs: number): Buffer {
  const { status, contentType, node, headBlock } = facts;
  const line = JSON.stringify({ status, contentType, node, headBlock, storedAtMs: nowMs });
  return Buffer.concat([Buffer.from(`${line}\n`), bytes]);
}

/** The answer in a value; undefined for a value of any other form. */
export function unpackAnswer(value: Buffer, nowMs: number): SharedAnswer | undefined {
  const end = value.indexOf(HEAD_END);
  const { data } = head.safeParse(parsed(value.toString('utf8', 0, Math.max(0, end))));
  if (data === undefined) return undefined;
  const { storedAtMs, ...facts } = data;
  return { reply: { ...facts, bytes: value.subarray(end + 1) }, ageMs: Math.max(0, nowMs - storedAtMs) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
