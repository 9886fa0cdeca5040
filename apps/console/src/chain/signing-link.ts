import { hexToBytes } from './antelope';

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
  const bytes = Uint8Array.of(
    ...[VERSION, CHAIN_BY_ID, ...hexToBytes(chainId)],
    ...[TRANSACTION_FORM, ...hexToBytes(packed), BROADCAST, NO_CALLBACK, NO_INFO],
  );
  return `esr://${base64Url(bytes)}`;
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
