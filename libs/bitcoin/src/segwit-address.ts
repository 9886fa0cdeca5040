import { bech32, bech32m } from '@scure/base';
import { BitcoinAddressError } from './address-error';
import { ADDRESS_MARKS, BITCOIN_NETWORKS, networksWith } from './bitcoin-network';
import type { DecodedAddress } from './decoded-address';

/** BIP 173: no address is longer. */
const LONGEST = 90;
const HIGHEST_VERSION = 16;
/**
 * The newest version with rules for spending. BIP 350 asks wallets to pay to later ones too, and nodes relay it: until a
 * soft fork gives one rules there is no owner whom a payment could reach.
 */
const NEWEST_VERSION = 1;
const PREFIX = new RegExp(
  `^(${BITCOIN_NETWORKS.map((network) => ADDRESS_MARKS[network].prefix).join('|')})1`,
  'i',
);

/**
 * Reads a segwit address: bech32 for witness version 0 (BIP 173), bech32m for those above (BIP 350).
 * Undefined for a text that does not begin like one.
 * @throws BitcoinAddressError for one that begins like one and is none.
 */
export function decodeSegwit(text: string): DecodedAddress | undefined {
  const prefix = PREFIX.exec(text)?.[1]?.toLowerCase();
  if (prefix === undefined) return undefined;
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) {
    throw new BitcoinAddressError('mixes capital and small letters');
  }
  const inBech32 = bech32.decodeUnsafe(text, LONGEST);
  const decoded = inBech32 ?? bech32m.decodeUnsafe(text, LONGEST);
  if (decoded === undefined) throw new BitcoinAddressError('has a wrong checksum or a wrong character');
  // The last 1 ends the prefix (BIP 173), and any printable character may stand before it.
  if (decoded.prefix.toLowerCase() !== prefix) {
    throw new BitcoinAddressError('has a prefix that no network of Bitcoin has');
  }
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (version === undefined || version > HIGHEST_VERSION || !(program instanceof Uint8Array)) {
    throw new BitcoinAddressError('holds no witness program');
  }
  if ((version === 0) !== (inBech32 !== undefined)) {
    throw new BitcoinAddressError(`has the checksum of another witness version than its own, ${version}`);
  }
  if (!hasProgramLength(version, program.length)) {
    throw new BitcoinAddressError(
      `holds ${program.length} bytes: not a length of witness version ${version}`,
    );
  }
  if (version > NEWEST_VERSION) {
    throw new BitcoinAddressError(
      `is of witness version ${version}, which has no rules yet: the maker of any block may spend an output to it`,
    );
  }
  return { text: text.toLowerCase(), networks: networksWith((marks) => marks.prefix === prefix) };
}

/**
 * Version 0 pays to a key or script hash, version 1 to a taproot key: what is paid to version 1 at any
 * other length can be spent by anyone (BIP 341), as outputs of a version above can.
 */
function hasProgramLength(version: number, length: number): boolean {
  if (version === 0) return length === 20 || length === 32;
  if (version === 1) return length === 32;
  return length >= 2 && length <= 40;
}
