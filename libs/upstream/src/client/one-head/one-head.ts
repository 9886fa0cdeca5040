import { AnswerLife } from '@app/operations/core';
import { UpstreamUnavailableError } from '../../node/errors';
import type { ChainReads } from '../chain-reads';
import { HeadRead } from './head-read';

/** The result of a call, made of its reads. */
export interface OfOneHead<T> {
  readonly value: T;
  /** Number of the block that all parts were read at; null where a block came or another node answered, each time. */
  readonly headBlock: number | null;
}

/** Times that the parts are read until they are of one head. */
const ATTEMPTS = 3;
/** Reads that are sent at the same time when all are known: one answer must not take all connections to a node. */
const AT_ONCE = 16;

/**
 * Runs code whose reads belong together: an amount that moves between two tables must not be counted twice, or not at
 * all. All parts are read from one node, and that node names the same head before the first part and after the last one.
 * Where a block came meanwhile the code runs again. Its reads are known then, and are sent at the same time, so that the
 * time of one request decides whether they fit between two blocks. Where another node had to answer a part, the next
 * attempt is of the head of that one: the first may continue to name its head and to fail reads.
 * @throws what the code throws
 */
export async function readAtOneHead<T>(reads: ChainReads, code: () => Promise<T>): Promise<OfOneHead<T>> {
  const outer = AnswerLife.current;
  let known: HeadRead['sent'] = [];
  let node: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const { writes } = reads;
    const life = new AnswerLife();
    const { head, value } = await life.run(() => runOnce(reads, code, known, node));
    const isWhole = await hasOneHead(reads, head, writes);
    if (isWhole || attempt === ATTEMPTS) {
      outer?.include(life);
      return { value, headBlock: isWhole ? head.info.headBlockNum : null };
    }
    known = head.sent;
    node = head.otherNode ?? node;
  }
}

async function runOnce<T>(
  reads: ChainReads,
  code: () => Promise<T>,
  known: HeadRead['sent'],
  node: string | undefined,
) {
  const { moment, info } = await reads.head(node);
  const head = new HeadRead(reads, moment, info);
  const value = await head.run(() => {
    sendAgain(known);
    return code();
  });
  return { head, value };
}

/** Sends reads ahead of the code that needs their answers, or meets their failures. */
function sendAgain(known: HeadRead['sent']): void {
  const waiting = [...known];
  const next = async (): Promise<void> => {
    for (let send = waiting.shift(); send !== undefined; send = waiting.shift()) await send().catch(ignore);
  };
  for (let running = 0; running < AT_ONCE; running += 1) void next();
}

const ignore = (): void => undefined;

async function hasOneHead(reads: ChainReads, head: HeadRead, writes: number): Promise<boolean> {
  // The node may be the one that produces: it shows a transaction before its block has it.
  if (head.otherNode !== undefined || reads.writes !== writes) return false;
  if (reads.hadHead(head)) return true;
  try {
    await reads.renewHead(head.moment.node);
  } catch (error) {
    // No node says whether its head is the same: the parts stand, and their heads are not known.
    if (!(error instanceof UpstreamUnavailableError)) throw error;
  }
  return reads.hadHead(head) && reads.writes === writes;
}
