import { sha256 } from '@app/antelope';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** What tells the addresses of one Bitcoin network from those of another. */
export interface BitcoinNetwork {
  readonly name: string;
  /** Human-readable part of segwit addresses. */
  readonly prefix: string;
  /** First bytes of base58check addresses: that pay to a key hash, and to a script hash. */
  readonly base58Versions: readonly number[];
}

export const REGTEST: BitcoinNetwork = { name: 'regtest', prefix: 'bcrt', base58Versions: [0x6f, 0xc4] };

const base58check = createBase58check(sha256);
const BASE58_PAYLOAD_LENGTH = 21;
/** BIP 173: no address is longer. */
const LONGEST = 90;
const HIGHEST_WITNESS_VERSION = 16;

/**
 * The usual spelling of an address of the network: base58check, bech32 (BIP 173) or bech32m (BIP 350), which may also
 * be written in capitals. Undefined when the checksum is wrong or the address is of another network.
 */
export function readBitcoinAddress(text: string, network: BitcoinNetwork): string | undefined {
  if (text.length === 0 || text.length > LONGEST) return undefined;
  if (isSegwitAddress(text, network)) return text.toLowerCase();
  return isBase58Address(text, network) ? text : undefined;
}

/** The address that pays to a witness program of version 0: bech32. */
export function segwitAddress(program: Uint8Array, { prefix }: BitcoinNetwork): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(program)]);
}

function isBase58Address(text: string, { base58Versions }: BitcoinNetwork): boolean {
  const payload = valueOrUndefined(() => base58check.decode(text));
  const version = payload?.[0];
  return (
    version !== undefined && payload?.length === BASE58_PAYLOAD_LENGTH && base58Versions.includes(version)
  );
}

function isSegwitAddress(text: string, { prefix }: BitcoinNetwork): boolean {
  const inBech32 = bech32.decodeUnsafe(text, LONGEST);
  const decoded = inBech32 ?? bech32m.decodeUnsafe(text, LONGEST);
  if (decoded?.prefix !== prefix) return false;
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (version === undefined || version > HIGHEST_WITNESS_VERSION || !(program instanceof Uint8Array)) {
    return false;
  }
  // BIP 350: version 0 in bech32, all others in bech32m; the other way round is no address.
  if ((version === 0) !== (inBech32 !== undefined)) return false;
  return hasProgramLength(version, program.length);
}

/** Version 0 pays to a key or script hash, 1 (taproot) to a key; those above have no meaning yet. */
function hasProgramLength(version: number, length: number): boolean {
  if (version === 0) return length === 20 || length === 32;
  if (version === 1) return length === 32;
  return length >= 2 && length <= 40;
}

function valueOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
