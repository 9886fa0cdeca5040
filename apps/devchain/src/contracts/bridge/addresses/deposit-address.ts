import { sha256 } from '@app/antelope';
import { bech32 } from '@scure/base';

const KEY_HASH_LENGTH = 20;
const WITNESS_VERSION = 0;

/** Whose deposit address it is. */
export interface AddressOwner {
  readonly chainId: string;
  readonly bridge: string;
  readonly account: string;
}

/**
 * The Bitcoin address that belongs to an account of a bridge: always the same, and another one on every chain, so that a
 * mix-up of two chains is visible.
 */
export function depositAddress(
  { chainId, bridge, account }: AddressOwner,
  network: { readonly prefix: string },
): string {
  return simulatedAddress(`deposit address of ${account} at ${bridge} on ${chainId}`, network);
}

/** An address of a form that wallets can pay to, without a key: the Bitcoin side is simulated. */
export function simulatedAddress(owner: string, { prefix }: { readonly prefix: string }): string {
  const program = sha256(Buffer.from(owner, 'utf8')).subarray(0, KEY_HASH_LENGTH);
  return bech32.encode(prefix, [WITNESS_VERSION, ...bech32.toWords(program)]);
}
