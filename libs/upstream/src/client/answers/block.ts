import { hexToBytes, inflatePacked } from '@app/antelope';
import { z } from 'zod';
import type { Raw } from '../../node/node-reply';
import { chainTimeMs, readAnswer, UnreadableAnswerError } from '../../node/parse-answer';
import { hex } from './action-traces';

/** A transaction of a block. */
export interface BlockTransaction {
  readonly id: string;
  /** As the block holds it, in hex; undefined for one that it holds by its id alone. */
  readonly packedTrx: string | undefined;
  readonly isCompressed: boolean;
}

/** The executed transactions of a block. */
export interface ChainBlock {
  readonly blockId: string;
  readonly blockNum: number;
  readonly timeMs: number;
  readonly transactions: readonly BlockTransaction[];
}

const blockSchema = z.object({
  id: z.string(),
  block_num: z.int(),
  timestamp: chainTimeMs,
  transactions: z.array(
    z.object({
      status: z.string(),
      trx: z.union([
        z.string(),
        z.object({ id: z.string(), compression: z.unknown().optional(), packed_trx: hex }),
      ]),
    }),
  ),
});

/** Reads get_block. @throws UnreadableAnswerError, also for another block than that of this number */
export function readBlock(raw: Raw, blockNum?: number): ChainBlock {
  const { id, block_num, timestamp, transactions } = readAnswer('get_block', blockSchema, raw);
  if (blockNum !== undefined && block_num !== blockNum)
    throw new UnreadableAnswerError(`get_block: block_num is not ${blockNum}`);
  return {
    blockId: id,
    blockNum: block_num,
    timeMs: timestamp,
    transactions: transactions
      .filter(({ status }) => status === 'executed')
      .map(({ trx }) =>
        typeof trx === 'string'
          ? { id: trx, packedTrx: undefined, isCompressed: false }
          : { id: trx.id, packedTrx: trx.packed_trx, isCompressed: !PLAIN.has(trx.compression) },
      ),
  };
}

/** Compressions that are none. */
const PLAIN: ReadonlySet<unknown> = new Set(['none', 0, undefined]);
/** More than a block may hold. */
const MAX_BYTES = 1 << 20;

/** The uncompressed bytes; undefined where the block does not have them. @throws ValueError for broken bytes */
export function packedBytesOf({ packedTrx, isCompressed }: BlockTransaction): Uint8Array | undefined {
  if (packedTrx === undefined) return undefined;
  const bytes = hexToBytes(packedTrx);
  return isCompressed ? inflatePacked(bytes, MAX_BYTES) : bytes;
}
