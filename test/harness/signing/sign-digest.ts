import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Checksum256, PrivateKey } from '@wharfkit/antelope';

interface FundedAccount {
  readonly name: string;
  readonly private_key: string;
  readonly permissions: readonly { readonly name: string; readonly private_key?: string }[];
}

/** The development key of an account, as the chain publishes it. */
export async function developmentKey(chainUrl: string, account: string): Promise<string> {
  const accounts = (await (await fetch(`${chainUrl}/devchain/accounts`)).json()) as FundedAccount[];
  const found = accounts.find(({ name }) => name === account);
  if (!found) throw new Error(`no development account ${account}`);
  return found.private_key;
}

/** Signs as a client library does: `SIG_K1_...`. */
export const signWithLibrary = (privateKey: string, digest: string): string =>
  String(PrivateKey.from(privateKey).signDigest(Checksum256.from(digest)));

/** The chain accepts a signature only when neither r nor s needs a 33rd byte in DER (nodeos: is_canonical). */
const isCanonical = (compact: Uint8Array) =>
  [0, 32].every((at) => !(compact[at]! & 0x80) && !(compact[at] === 0 && !(compact[at + 1]! & 0x80)));

/** Signs with a secp256k1 library only: 65 bytes in hex, recovery id first. */
export function signWithCurveOnly(privateKey: string, digest: string): string {
  const secret = PrivateKey.from(privateKey).data.array;
  for (let attempt = 0; ; attempt += 1) {
    const extraEntropy = new Uint8Array(32).fill(attempt);
    const recovered = secp256k1.sign(Buffer.from(digest, 'hex'), secret, {
      ...{ prehash: false, format: 'recovered', extraEntropy },
    });
    if (isCanonical(recovered.subarray(1))) return Buffer.from(recovered).toString('hex');
  }
}
