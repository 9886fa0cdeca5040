import { ABI, ABIDecoder, Serializer } from '@wharfkit/antelope';
import { bytesToHex } from '../bytes/hex';
import { sha256 } from '../bytes/sha256';
import { asValueError, quoted, ValueError } from '../value-error';

/** The interface of a contract: types, actions, tables. Treat it as frozen: codecs are compiled once per object. */
export type Abi = ABI;

/**
 * Reads an ABI's binary form. Bytes behind the parts known today are left alone, as nodes do: later versions
 * append. Throws ValueError for broken bytes and for versions other than `eosio::abi/1.x`.
 */
export function parseAbi(raw: Uint8Array): Abi {
  const abi = asValueError('the ABI is broken', () => ABI.fromABI(new ABIDecoder(raw)));
  if (!abi.version.startsWith('eosio::abi/1.'))
    throw new ValueError(`unknown ABI version ${quoted(abi.version)}`);
  return abi;
}

/** The binary form of an ABI, as setabi takes it. Error messages and extensions, which nothing uses, are empty. */
export function serializeAbi(abi: Abi): Uint8Array {
  return Serializer.encode({ object: abi }).array;
}

/** The hash nodes give for an ABI: SHA-256 of its binary form, lower-case hex. Source: node-api 4.3. */
export function abiHash(raw: Uint8Array): string {
  return bytesToHex(sha256(raw));
}
