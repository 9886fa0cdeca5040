import { bytesToHex, hexToBytes } from '../bytes/hex';
import { sha256 } from '../bytes/sha256';
import { ValueError } from '../value-error';

const CHAIN_ID_BYTES = 32;
const NO_CONTEXT_FREE_DATA = new Uint8Array(32);

/** The id of a transaction, lower-case hex: SHA-256 of its packed, uncompressed bytes. */
export function transactionId(packed: Uint8Array): string {
  return bytesToHex(sha256(packed));
}

/**
 * The 32 bytes that are signed: SHA-256 over the chain id, the packed transaction, and the digest of the packed
 * context-free data, or zeros without any. An empty vector (one zero byte, which wharfkit sends) is none.
 * Throws ValueError for a chain id that is not 64 hex digits. Source: eosio::chain::transaction::sig_digest.
 */
export function signingDigest(
  chainId: string,
  packed: Uint8Array,
  contextFreeData: Uint8Array = new Uint8Array(),
): Uint8Array {
  const chain = hexToBytes(chainId);
  if (chain.length !== CHAIN_ID_BYTES) throw new ValueError('a chain id has 64 hexadecimal digits');
  return sha256(chain, packed, hasContent(contextFreeData) ? sha256(contextFreeData) : NO_CONTEXT_FREE_DATA);
}

function hasContent(contextFreeData: Uint8Array): boolean {
  return contextFreeData.length > 1 || (contextFreeData.length === 1 && contextFreeData[0] !== 0);
}
