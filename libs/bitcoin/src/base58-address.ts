import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { BitcoinAddressError } from './address-error';
import { networksWith } from './bitcoin-network';
import type { DecodedAddress } from './decoded-address';

/** Version byte and 20 bytes of hash come out at 26 to 35 characters. */
const FORM = /^[1-9A-HJ-NP-Za-km-z]{26,35}$/;
const PAYLOAD_LENGTH = 21;
const base58check = createBase58check(sha256);

/**
 * Reads a base58check address: one that pays to a key hash or to a script hash.
 * Undefined for a text that does not look like one.
 * @throws BitcoinAddressError for one that looks like one and is none.
 */
export function decodeBase58(text: string): DecodedAddress | undefined {
  if (!FORM.test(text)) return undefined;
  const payload = payloadOf(text);
  const version = payload[0];
  const networks = networksWith(
    ({ base58Versions }) => version !== undefined && base58Versions.includes(version),
  );
  if (payload.length !== PAYLOAD_LENGTH || networks.length === 0) {
    throw new BitcoinAddressError('is not an address of Bitcoin');
  }
  return { text, networks };
}

function payloadOf(text: string): Uint8Array {
  try {
    return base58check.decode(text);
  } catch (cause) {
    throw new BitcoinAddressError('has a wrong checksum', { cause });
  }
}
