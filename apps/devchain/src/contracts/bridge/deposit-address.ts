import { sha256 } from '@app/antelope';
import { type BitcoinNetwork, segwitAddress } from './bitcoin-address';

const KEY_HASH_LENGTH = 20;

/**
 * The Bitcoin address that belongs to an account of a bridge: always the same, of a form that wallets can pay to, and
 * without a key, for the Bitcoin side is simulated.
 */
export function depositAddress(bridge: string, account: string, network: BitcoinNetwork): string {
  const digest = sha256(Buffer.from(`deposit address of ${account} at ${bridge}`, 'utf8'));
  return segwitAddress(digest.subarray(0, KEY_HASH_LENGTH), network);
}
