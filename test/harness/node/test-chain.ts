import { PrivateKey } from '@wharfkit/antelope';
import {
  startDevchain,
  type Devchain,
  type DevchainOptions,
} from '../../../apps/devchain/src/start-devchain';
import type { DevchainSettings } from '../../../apps/devchain/src/settings';
import { type ActionInput, SigningClient } from '../signing/signing-client';

export type { Answer, ErrorBody, Json } from './node-client';
export { type ActionInput, type PackedBody, packedBody } from '../signing/signing-client';

const SETTINGS: DevchainSettings = {
  name: 'devchain',
  host: '127.0.0.1',
  port: 0,
  seed: 'test',
  simulation: false,
};

/** A development chain over HTTP on a free port, driven with nothing but its routes and a client library. */
export class TestChain extends SigningClient {
  private constructor(readonly devchain: Devchain) {
    super(devchain.url);
  }

  static async start(
    options: DevchainOptions = {},
    settings: Partial<DevchainSettings> = {},
  ): Promise<TestChain> {
    return new TestChain(await startDevchain({ ...SETTINGS, ...settings }, options));
  }

  close(): Promise<void> {
    return this.devchain.close();
  }

  /** The development key of `account`, or of one of its permissions. */
  keyOf(account: string, permission?: string): PrivateKey {
    const found = this.devchain.accounts.find(({ name }) => name === account);
    const own = found?.permissions.find(({ name }) => name === permission)?.private_key;
    const text = permission === undefined ? found?.private_key : own;
    if (text === undefined) throw new Error(`no development key of ${account}@${permission ?? 'active'}`);
    return PrivateKey.from(text);
  }
}

/** A transfer of the bitcoin token. */
export const transfer = (
  from: string,
  to: string,
  quantity: string,
  { memo = '', permission = 'active', token = 'btc.token' } = {},
): ActionInput => ({
  account: token,
  name: 'transfer',
  authorization: [{ actor: from, permission }],
  data: { from, to, quantity, memo },
});
