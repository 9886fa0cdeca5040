import { sha256 } from '@app/antelope';
import { bech32 } from '@scure/base';

const KEY_HASH_LENGTH = 20;
const WITNESS_VERSION = 0;

/**
 * The Bitcoin address that belongs to an account of a bridge: always the same, of a form that wallets can pay to, and
 * without a key, for the Bitcoin side is simulated.
 */
export function depositAddress(bridge: string, account: string, { prefix }: { prefix: string }): string {
  const digest = sha256(Buffer.from(`deposit address of ${account} at ${bridge}`, 'utf8'));
  const program = digest.subarray(0, KEY_HASH_LENGTH);
  return bech32.encode(prefix, [WITNESS_VERSION, ...bech32.toWords(program)]);
}
