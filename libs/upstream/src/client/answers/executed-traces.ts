import { isName } from '@app/antelope';
import { z } from 'zod';
import type { Raw } from '../../node/node-reply';
import { readAnswer } from '../../node/parse-answer';
import { type ActionTrace, hex, MAX_TRACES, nodeTraces } from './action-traces';

/** The traces of a transaction that is in a block, by one node. */
export interface ExecutedTraces {
  readonly id: string;
  readonly blockNum: number;
  /** In the order of execution. */
  readonly actions: readonly ActionTrace[];
}

const name = z.string().refine(isName);
const sequence = z.union([z.int().min(0), z.string().regex(/^\d{1,20}$/)]).transform(BigInt);

const historySchema = z.object({
  id: z.string(),
  block_num: z.int(),
  traces: z.array(z.object({ receipt: z.object({ global_sequence: sequence }) })).max(MAX_TRACES),
});
const historyTraces = z.object({ traces: nodeTraces });

const traceSchema = z.object({
  id: z.string(),
  block_num: z.int(),
  actions: z
    .array(
      z.object({
        global_sequence: sequence,
        receiver: name,
        account: name,
        action: name,
        authorization: z.array(z.object({ account: name })),
        data: hex,
      }),
    )
    .max(MAX_TRACES),
});

/** Reads /v1/history/get_transaction. @throws UnreadableAnswerError, also for traces without their bytes */
export function readHistoryTraces(raw: Raw): ExecutedTraces {
  const { id, block_num, traces: receipts } = readAnswer('get_transaction', historySchema, raw);
  const { traces } = readAnswer('get_transaction', historyTraces, raw);
  const sequenced = traces.map((trace, index) => ({
    trace,
    sequence: receipts[index]?.receipt.global_sequence ?? 0n,
  }));
  return { id, blockNum: block_num, actions: sorted(sequenced).map(({ trace }) => trace) };
}

/** Reads /v1/trace_api/get_transaction_trace, which does not say what caused an action. @throws UnreadableAnswerError */
export function readTransactionTrace(raw: Raw): ExecutedTraces {
  const { id, block_num, actions } = readAnswer('get_transaction_trace', traceSchema, raw);
  const sequenced = actions.map(({ global_sequence, receiver, account, action, authorization, data }) => ({
    sequence: global_sequence,
    trace: {
      receiver,
      contract: account,
      name: action,
      actors: authorization.map(({ account: actor }) => actor),
      data,
      root: null,
    },
  }));
  return { id, blockNum: block_num, actions: sorted(sequenced).map(({ trace }) => trace) };
}

const sorted = <T extends { readonly sequence: bigint }>(items: readonly T[]): T[] =>
  [...items].sort((one, other) => (one.sequence < other.sequence ? -1 : 1));
