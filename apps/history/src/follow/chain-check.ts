import { bytesToHex, equalBytes } from '@app/antelope';
import type { ShipStatus } from '@app/ship';
import { WrongChainError } from '../store/errors';

/** The chain id of the node, which has to be the expected one. Throws WrongChainError. */
export function checkedChainId({ chainId }: ShipStatus, expected: Uint8Array | undefined): Uint8Array {
  if (chainId === undefined) {
    if (expected !== undefined) return expected;
    throw new WrongChainError('the node does not tell its chain id: set the one to expect');
  }
  if (expected !== undefined && !equalBytes(chainId, expected))
    throw new WrongChainError(
      `the node is on chain ${bytesToHex(chainId)}, expected ${bytesToHex(expected)}`,
    );
  return chainId.slice();
}
