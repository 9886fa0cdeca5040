import type { Json } from '@app/antelope';
import { z } from 'zod';
import type { Raw } from '../../node/node-reply';
import { chainInteger, chainTimeMs, hex64, readAnswer } from '../../node/parse-answer';

const actionsSchema = z.object({
  last_indexed_block: z.int().optional(),
  // Of our history node.
  cut_at_bytes: z.number().optional(),
  actions: z.array(
    z.object({
      '@timestamp': chainTimeMs,
      block_num: z.int(),
      trx_id: hex64,
      global_sequence: chainInteger,
      irreversible: z.boolean().optional(),
      ds_error: z.boolean().optional(),
      act: z.object({
        account: z.string(),
        name: z.string(),
        authorization: z.array(z.object({ actor: z.string(), permission: z.string() })),
        // `data` is in the format of the contract.
        data: z.unknown().transform((value) => value as Json),
      }),
    }),
  ),
});

/** An action as the index of a history node keeps it. */
export interface IndexedAction {
  /** Its global sequence: rises with every action of the chain. */
  readonly sequence: bigint;
  /** Undefined where the index was not asked, or does not say it. */
  readonly isIrreversible: boolean | undefined;
  readonly timeMs: number;
  readonly blockNum: number;
  readonly transactionId: string;
  readonly contract: string;
  readonly name: string;
  /** `actor@permission`. */
  readonly authorization: readonly string[];
  /** As the index decoded it. */
  readonly data: Json;
  /** False where the index has the bytes in hex, as no ABI reads them. */
  readonly isDecoded: boolean;
}

/** Actions of an account, and the last block of the index. */
export interface IndexedActions {
  /** Undefined where the node does not report it. */
  readonly lastIndexedBlock: number | undefined;
  readonly actions: readonly IndexedAction[];
  /** The page ends before its limit: more actions are behind it. */
  readonly isCut: boolean;
}

/** Reads /v2/history/get_actions. @throws UnreadableAnswerError */
export function readIndexedActions(raw: Raw): IndexedActions {
  const { last_indexed_block, actions, cut_at_bytes } = readAnswer('get_actions', actionsSchema, raw);
  return {
    lastIndexedBlock: last_indexed_block,
    isCut: cut_at_bytes !== undefined,
    actions: actions.map(({ '@timestamp': timeMs, ...action }) => ({
      sequence: action.global_sequence,
      isIrreversible: action.irreversible,
      timeMs,
      blockNum: action.block_num,
      transactionId: action.trx_id,
      contract: action.act.account,
      name: action.act.name,
      authorization: action.act.authorization.map(({ actor, permission }) => `${actor}@${permission}`),
      data: action.act.data,
      isDecoded: action.ds_error !== true,
    })),
  };
}
