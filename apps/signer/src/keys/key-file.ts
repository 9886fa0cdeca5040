import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import type { Signer } from '@app/client';
import { secp256k1Signer } from '@app/client/keys';
import { z } from 'zod';
import { policyHash, type PolicyTexts } from '../policy/policy';
import { OwnerError } from '../refusal';
import { publicKeyText } from './public-key-text';

/** A key that cannot be opened. */
export class KeyError extends OwnerError {
  override readonly name = 'KeyError';
}

/** A key that is open, in memory. */
export interface OpenKey {
  readonly signer: Signer;
  /** Authenticates the log: 32 bytes. */
  readonly macKey: Uint8Array;
}

/** 128 MiB and about half a second: what a guess at the passphrase costs. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;
const MOST_MEMORY = 256 * 2 ** 20;
const KEY_BYTES = 32;

const base64 = z.string().regex(/^[A-Za-z0-9+/]+=*$/);
const keyFile = z.strictObject({
  version: z.literal(1),
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    N: z.literal(SCRYPT.N),
    r: z.literal(SCRYPT.r),
    p: z.literal(SCRYPT.p),
    salt: base64,
  }),
  cipher: z.literal('aes-256-gcm'),
  iv: base64,
  sealed: base64,
  tag: base64,
  public_key: z.string(),
  /** Hash of policy and profile: additional data of the cipher. */
  policy_hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The texts with that hash: they show what a new policy changes. */
  sealed_policy: z.string(),
  sealed_profile: z.string(),
});
type KeyFile = z.infer<typeof keyFile>;

/**
 * The file of a new key, encrypted under a passphrase and bound to a policy: with another policy it does not open.
 * @param secret 32 bytes, filled with zeros afterwards
 */
export async function makeKeyFile(
  secret: Uint8Array,
  passphrase: string,
  texts: PolicyTexts,
): Promise<string> {
  const macKey = randomBytes(KEY_BYTES);
  const content = Buffer.concat([secret, macKey]);
  try {
    return await sealed(content, passphrase, texts);
  } finally {
    content.fill(0);
    secret.fill(0);
  }
}

/**
 * Opens a key under the policy that is in force.
 * @throws KeyError for a wrong passphrase, a policy that was not sealed, and a changed file: they look the same
 */
export async function openKeyFile(text: string, passphrase: string, hash: string): Promise<OpenKey> {
  const file = parsed(text);
  if (file.policy_hash !== hash)
    throw new KeyError(
      'the policy or the profile changed since it was sealed: read it, and run `signer policy seal`',
    );
  const content = await opened(file, passphrase);
  const signer = secp256k1Signer(content.subarray(0, KEY_BYTES));
  const macKey = Uint8Array.from(content.subarray(KEY_BYTES));
  content.fill(0);
  if (publicKeyText(signer.publicKey) !== file.public_key)
    throw new KeyError('the key file names another public key');
  return { signer, macKey };
}

/** The same key, bound to another policy. @throws KeyError */
export async function resealKeyFile(text: string, passphrase: string, texts: PolicyTexts): Promise<string> {
  const content = await opened(parsed(text), passphrase);
  try {
    return await sealed(content, passphrase, texts);
  } finally {
    content.fill(0);
  }
}

/**
 * The private key itself, for an export by its owner. The caller fills it with zeros.
 * @throws KeyError
 */
export async function secretIn(text: string, passphrase: string): Promise<Buffer> {
  const content = await opened(parsed(text), passphrase);
  try {
    return Buffer.from(content.subarray(0, KEY_BYTES));
  } finally {
    content.fill(0);
  }
}

/** Hash of the policy that a key file is bound to, which needs no passphrase. */
export const policyHashIn = (text: string): string => parsed(text).policy_hash;

/** The policy that a key file is bound to, which needs no passphrase. */
export function sealedTextsIn(text: string): PolicyTexts {
  const { sealed_policy: policy, sealed_profile: profile } = parsed(text);
  return { policy, profile };
}

/** The public key of a key file, which needs no passphrase. */
export const publicKeyIn = (text: string): string => parsed(text).public_key;

async function sealed(content: Buffer, passphrase: string, texts: PolicyTexts): Promise<string> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const { publicKey } = secp256k1Signer(content.subarray(0, KEY_BYTES));
  const head = {
    version: 1 as const,
    kdf: { name: 'scrypt' as const, ...SCRYPT, salt: salt.toString('base64') },
    cipher: 'aes-256-gcm' as const,
    iv: iv.toString('base64'),
    public_key: publicKeyText(publicKey),
    policy_hash: policyHash(texts),
  };
  const key = await derived(passphrase, salt);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(head));
  const bytes = Buffer.concat([cipher.update(content), cipher.final()]);
  key.fill(0);
  const file: KeyFile = {
    ...head,
    sealed: bytes.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    sealed_policy: texts.policy,
    sealed_profile: texts.profile,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

async function opened(file: KeyFile, passphrase: string): Promise<Buffer> {
  const key = await derived(passphrase, Buffer.from(file.kdf.salt, 'base64'));
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.iv, 'base64'), {
      authTagLength: 16,
    })
      .setAAD(additionalData(file))
      .setAuthTag(Buffer.from(file.tag, 'base64'));
    const content = Buffer.concat([decipher.update(Buffer.from(file.sealed, 'base64')), decipher.final()]);
    if (content.length !== 2 * KEY_BYTES) throw new Error('its length is wrong');
    return content;
  } catch (cause) {
    throw new KeyError('the key does not open: the passphrase is wrong, or the key file was changed', {
      cause,
    });
  } finally {
    key.fill(0);
  }
}

/** On another thread: a program that serves answers meanwhile. */
const derived = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { ...SCRYPT, maxmem: MOST_MEMORY };
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

const additionalData = ({
  version,
  cipher,
  public_key,
  policy_hash,
}: Pick<KeyFile, 'version' | 'cipher' | 'public_key' | 'policy_hash'>): Buffer =>
  Buffer.from(JSON.stringify([version, cipher, public_key, policy_hash]));

function parsed(text: string): KeyFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new KeyError('the key file is no JSON', { cause });
  }
  const result = keyFile.safeParse(value);
  if (!result.success) throw new KeyError('the key file has another form');
  const { policy_hash, sealed_policy: policy, sealed_profile: profile } = result.data;
  if (policyHash({ policy, profile }) !== policy_hash)
    throw new KeyError('the key file was changed: its copy of the policy is not the sealed one');
  return result.data;
}
