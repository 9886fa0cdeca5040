import { ByteWriter, hexToBytes } from './antelope';

/** Protocol 2, not deflated: QR codes take it, and a browser has no deflate that answers at once. */
const VERSION = 2;
const CHAIN_BY_ID = 1;
const TRANSACTION_FORM = 2;
const BROADCAST = 1;
const NO_CALLBACK = 0;
const NO_INFO = 0;

/**
 * The `esr://` link that makes a wallet show, sign and broadcast these bytes. It is made of the checked bytes, never
 * taken from an answer. Source: the signing request protocol, revision 2 (eosio-signing-request).
 * @param chainId 64 hex digits
 * @param packed a packed transaction in hex
 */
export function signingLink(chainId: string, packed: string): string {
  const writer = new ByteWriter();
  writer.uint8(VERSION);
  writer.uint8(CHAIN_BY_ID);
  writer.raw(hexToBytes(chainId));
  writer.uint8(TRANSACTION_FORM);
  writer.raw(hexToBytes(packed));
  for (const byte of [BROADCAST, NO_CALLBACK, NO_INFO]) writer.uint8(byte);
  return `esr://${base64Url(writer.finish())}`;
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
