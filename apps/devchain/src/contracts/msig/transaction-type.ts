import { type ActionAuthorization, hexToBytes, type PackedAction } from '@app/antelope';
import type { AbiType, ValueOf } from '../../kernel/sdk/abi/abi-type';
import { list, struct } from '../../kernel/sdk/abi/containers';
import { uint16, uint32, uint8, varuint32 } from '../../kernel/sdk/abi/integers';
import { bytes, name, timePointSec } from '../../kernel/sdk/abi/scalars';

export const permissionLevel: AbiType<ActionAuthorization> = struct('permission_level', {
  actor: name,
  permission: name,
});

const actionType = struct('action', {
  account: name,
  name,
  authorization: list(permissionLevel),
  data: bytes,
});

/** A transaction as an argument: the same bytes as those its id is made of. */
export const packedTransaction = struct('transaction', {
  expiration: timePointSec,
  ref_block_num: uint16,
  ref_block_prefix: uint32,
  max_net_usage_words: varuint32,
  max_cpu_usage_ms: uint8,
  delay_sec: varuint32,
  context_free_actions: list(actionType),
  actions: list(actionType),
  transaction_extensions: list(struct('extension', { type: uint16, data: bytes })),
});
export type ProposedTransaction = ValueOf<typeof packedTransaction>;

/** These actions, to be run until then (milliseconds since 1970); of what it does not say, proposals need nothing. */
export function proposedTransaction(
  actions: readonly PackedAction[],
  expirationMs: number,
): ProposedTransaction {
  return {
    expiration: expirationMs,
    ref_block_num: 0,
    ref_block_prefix: 0,
    max_net_usage_words: 0,
    max_cpu_usage_ms: 0,
    delay_sec: 0,
    context_free_actions: [],
    actions: actions.map(({ data, ...action }) => ({ ...action, data: hexToBytes(data) })),
    transaction_extensions: [],
  };
}
