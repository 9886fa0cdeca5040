import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import type { Chain } from '../../../kernel/chain';
import type { BlockRecord } from '../../../kernel/blocks/block-record';
import { readUint64 } from '../values/uint64';

const LONGEST_ID = 64;

/** A block number, of which 32 bits count, or a block id filled up with zeros. Throws ChainError for what is neither. */
export function readBlockNumberOrId(text: string): number | string {
  const number = readUint64(text);
  if (number !== undefined) return Number(BigInt.asUintN(32, number));
  if (/^(?:[0-9a-f]{2})*$/i.test(text)) return text.toLowerCase().padEnd(LONGEST_ID, '0');
  throw new ChainError('blockId', `Invalid block ID: ${text}`);
}

/** The block, reversible or not, or nodeos' refusal; `what` is what it says it did not find. */
export function requireBlock(chain: Chain, text: string, what = 'block'): BlockRecord {
  if (text === '' || text.length > LONGEST_ID) {
    throw new ChainError(
      'blockId',
      'Invalid Block number or ID, must be greater than 0 and less than 65 characters',
    );
  }
  const block = chain.block(readBlockNumberOrId(text));
  if (block === undefined) throw new ChainError('unknownBlock', `Could not find ${what}: ${text}`);
  return block;
}
