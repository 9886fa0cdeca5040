import { z } from 'zod';
import type { Raw } from './node-reply';
import { chainTimeMs, hex64, readAnswer } from './parse-answer';

const schema = z.object({
  chain_id: hex64,
  head_block_num: z.int(),
  head_block_id: hex64,
  head_block_time: chainTimeMs,
  head_block_producer: z.string(),
  last_irreversible_block_num: z.int(),
  last_irreversible_block_id: hex64,
  server_version: z.string(),
  server_version_string: z.string().optional(),
});

/** Chain facts as reported by a node. */
export interface ChainInfo {
  readonly chainId: string;
  readonly headBlockNum: number;
  readonly headBlockId: string;
  /** Milliseconds since the epoch, in the chain's own time. */
  readonly headBlockTimeMs: number;
  readonly headBlockProducer: string;
  readonly lastIrreversibleBlockNum: number;
  readonly lastIrreversibleBlockId: string;
  /** The readable version where the node has one, else the hash of its build. */
  readonly serverVersion: string;
}

/** Reads get_info. @throws UnreadableAnswerError */
export function readInfo(raw: Raw): ChainInfo {
  const info = readAnswer('get_info', schema, raw);
  return {
    chainId: info.chain_id,
    headBlockNum: info.head_block_num,
    headBlockId: info.head_block_id,
    headBlockTimeMs: info.head_block_time,
    headBlockProducer: info.head_block_producer,
    lastIrreversibleBlockNum: info.last_irreversible_block_num,
    lastIrreversibleBlockId: info.last_irreversible_block_id,
    serverVersion: info.server_version_string ?? info.server_version,
  };
}
