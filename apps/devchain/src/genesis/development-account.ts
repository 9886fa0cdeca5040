import {
  bytesToHex,
  privateKeyText,
  type PrivateKeyValue,
  privateKeyWif,
  publicKeyLegacyText,
  publicKeyText,
} from '@app/antelope';
import { developmentKey } from '../client/development-key';
import { publicKeyOf } from '../kernel/keys/keys';

/** The texts of one key. */
export interface KeyTexts {
  readonly private_key: string;
  /** The wallet import format `5...`, for tools that take no other. */
  readonly private_key_wif: string;
  /** The same 32 bytes for programs with a curve library and no chain library. */
  readonly private_key_hex: string;
  readonly public_key: string;
  /** `EOS...`, as nodes print it. */
  readonly public_key_legacy: string;
}

/** An account with its development key, which is public. */
export interface DevelopmentAccount extends KeyTexts {
  readonly name: string;
  /** With their own key where it is another than the account's. */
  readonly permissions: readonly (KeyTexts & { readonly name: string })[];
}

/** A key under the name of an account. */
export interface NamedKey {
  readonly name: string;
  readonly key: PrivateKeyValue;
}

/** An account whose owner and active have one key; further permissions may have others. */
export function developmentAccount(
  { name, key }: NamedKey,
  permissions: readonly NamedKey[] = [],
): DevelopmentAccount {
  const texts = keyTexts(key);
  const others = permissions.map((permission) => ({ name: permission.name, ...keyTexts(permission.key) }));
  return {
    name,
    ...texts,
    permissions: [{ name: 'owner', ...texts }, { name: 'active', ...texts }, ...others],
  };
}

/** The account of that name with the key that follows from the seed. */
export function seededAccount(seed: string, name: string): DevelopmentAccount {
  return developmentAccount({ name, key: developmentKey(seed, name) });
}

/** All texts of a K1 key. */
export function keyTexts(key: PrivateKeyValue): KeyTexts {
  const publicKey = publicKeyOf(key);
  return {
    private_key: privateKeyText(key),
    private_key_wif: privateKeyWif(key),
    private_key_hex: bytesToHex(key.bytes),
    public_key: publicKeyText(publicKey),
    public_key_legacy: publicKeyLegacyText(publicKey),
  };
}
