import { BitcoinAddressError } from './address-error';
import { decodeBase58 } from './base58-address';
import type { BitcoinNetwork } from './bitcoin-network';
import { decodeSegwit } from './segwit-address';

/**
 * The usual text of an address of the network: base58check as it came, bech32 and bech32m in small
 * letters (both may be written in capitals, for QR codes).
 * @throws BitcoinAddressError when a checksum is wrong, when it is no address, and when it is one of
 *   another network: what is paid to it would be lost. Source: docs/reference/rules.md, values.
 */
export function readBitcoinAddress(text: string, network: BitcoinNetwork): string {
  const address = decodeSegwit(text) ?? decodeBase58(text);
  if (address === undefined) throw new BitcoinAddressError('is not a Bitcoin address');
  if (!address.networks.includes(network)) {
    const other = address.networks.join(' or ');
    throw new BitcoinAddressError(`is an address of Bitcoin ${other}; this network needs one of ${network}`);
  }
  return address.text;
}
