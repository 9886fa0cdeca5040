import { nameToValue } from '@app/antelope';
import type { TransactionHeader } from '../derive/action-writes';
import type { BlockRecord, TransactionActions } from '../store/records';

const SYSTEM = nameToValue('eosio');
const ON_BLOCK = nameToValue('onblock');
/** A producing node sets the expiration of onblock to the second after its block (`controller_impl::get_on_block_transaction`). */
const EXPIRATION_AFTER_US = 999_999;
const REF_BLOCK_NUM_MASK = 0xffff;
/** Bytes of a block id in front of the reference prefix. */
const PREFIX_OFFSET = 8;

/**
 * The header that nodes give the implicit onblock transaction, which no block contains. Undefined for other transactions
 * whose trace has no header.
 */
export function implicitHeader(
  { index, actions }: Pick<TransactionActions, 'index' | 'actions'>,
  { num, timeMs, previousId }: Pick<BlockRecord, 'num' | 'timeMs' | 'previousId'>,
): TransactionHeader | undefined {
  const [action] = actions;
  if (index !== 0 || action?.account !== SYSTEM || action.name !== ON_BLOCK) return undefined;
  const view = new DataView(previousId.buffer, previousId.byteOffset, previousId.byteLength);
  return {
    expiration: Math.floor((timeMs * 1000 + EXPIRATION_AFTER_US) / 1_000_000),
    refBlockNum: (num - 1) & REF_BLOCK_NUM_MASK,
    refBlockPrefix: view.getUint32(PREFIX_OFFSET, true),
    maxNetUsageWords: 0,
    maxCpuUsageMs: 0,
    delaySec: 0,
  };
}
