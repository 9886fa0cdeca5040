import { requestJson } from './request';

/** The key of a permission as a development chain publishes it. */
export interface DevelopmentKey {
  readonly name: string;
  /** `PVT_K1_...` */
  readonly private_key: string;
  readonly private_key_hex: string;
}

interface DevelopmentAccount {
  readonly name: string;
  readonly permissions: readonly DevelopmentKey[];
}

/**
 * The key that a development chain publishes. It is read for one signature and kept nowhere.
 * @param signer `account@permission`
 * @throws Error for an account or a permission without such a key
 */
export async function developmentKeyOf(network: string, signer: string): Promise<DevelopmentKey> {
  const path = `/console/development/${network}/accounts`;
  const accounts = await requestJson<readonly DevelopmentAccount[]>(path, {});
  const [name, permission] = signer.split('@');
  const key = accounts
    .find((each) => each.name === name)
    ?.permissions.find((each) => each.name === permission);
  if (key === undefined) throw new Error(`the development chain publishes no key of ${signer}`);
  return key;
}
