import { hexToBytes } from '../bytes/hex';
import { ValueError } from '../value-error';
import type { Transaction } from './transaction';

const BLOCK_ID_BYTES = 32;

/**
 * Reference of a transaction to a fork of the chain (TAPOS): the low 16 bits of the number of a recent block and 32
 * bits of its id. Throws ValueError for an id that is not 64 hex digits.
 * Source: eosio::chain::transaction_header::set_reference_block.
 */
export function referenceBlock(blockId: string): Pick<Transaction, 'ref_block_num' | 'ref_block_prefix'> {
  const bytes = hexToBytes(blockId);
  if (bytes.length !== BLOCK_ID_BYTES) throw new ValueError('a block id has 64 hexadecimal digits');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { ref_block_num: view.getUint16(2), ref_block_prefix: view.getUint32(8, true) };
}
