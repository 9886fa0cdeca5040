import { ByteWriter } from './byte-writer.ts';

/** An action with its data in binary form, and the one permission that authorizes it. */
export interface BinaryAction {
  readonly account: string;
  readonly name: string;
  readonly actor: string;
  readonly permission: string;
  readonly data: Uint8Array;
}

/** The members of a header that a proposal may choose. The others are fixed: no delay, no limit of CPU time. */
export interface TransactionHeader {
  /** Seconds since 1970; the chain executes the transaction before, never after. */
  readonly expiration: number;
  readonly refBlockNum: number;
  readonly refBlockPrefix: number;
  readonly maxNetUsageWords: number;
}

/** The packed bytes of a transaction without delay, context-free actions and extensions. Throws RangeError. */
export function packTransaction(header: TransactionHeader, actions: readonly BinaryAction[]): Uint8Array {
  const writer = new ByteWriter();
  writer.unsigned(header.expiration, 4);
  writer.unsigned(header.refBlockNum, 2);
  writer.unsigned(header.refBlockPrefix, 4);
  writer.varuint32(header.maxNetUsageWords);
  writer.unsigned(0, 1); // max_cpu_usage_ms
  writer.varuint32(0); // delay_sec
  writer.varuint32(0); // context_free_actions
  writer.varuint32(actions.length);
  for (const { account, name, actor, permission, data } of actions) {
    writer.name(account);
    writer.name(name);
    writer.varuint32(1);
    writer.name(actor);
    writer.name(permission);
    writer.prefixed(data);
  }
  writer.varuint32(0); // transaction_extensions
  return writer.finish();
}

/** The header of packed bytes. Throws RangeError where they end within it; the rest is not read. */
export function readHeader(packed: Uint8Array): TransactionHeader {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return {
    expiration: view.getUint32(0, true),
    refBlockNum: view.getUint16(4, true),
    refBlockPrefix: view.getUint32(6, true),
    maxNetUsageWords: readVaruint32(view, 10),
  };
}

function readVaruint32(view: DataView, start: number): number {
  let value = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = view.getUint8(start + at);
    value += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return value;
  }
  throw new RangeError('a variable-length integer has no end');
}

/** The id of a transaction: SHA-256 of its packed bytes, lower-case hex. */
export async function transactionId(packed: Uint8Array): Promise<string> {
  return bytesToHex(await sha256(packed));
}

/** The 32 bytes that are signed: SHA-256 of the chain id, the packed bytes and 32 zeros (no context-free data). */
export function signingDigest(chainId: string, packed: Uint8Array): Promise<Uint8Array> {
  const chain = hexToBytes(chainId);
  if (chain.length !== 32) throw new RangeError('a chain id has 64 hexadecimal digits');
  return sha256(Uint8Array.of(...chain, ...packed, ...new Uint8Array(32)));
}

/** Lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes of lower-case hex. Throws RangeError. */
export function hexToBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new RangeError('the text is not lower-case hexadecimal');
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}

/** True when both hold the same bytes. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
}
