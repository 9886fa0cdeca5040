import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FakeNodes } from '../testing/fake-node';
import { SignerFolder } from './folder';
import { init } from './init';

describe('signer init', () => {
  const fake = new FakeNodes();
  const folder = mkdtempSync(path.join(tmpdir(), 'init-'));
  afterAll(() => {
    fake.close();
    rmSync(folder, { recursive: true });
  });

  it('nodes of different chains make no policy', async () => {
    const node = (chain_id: string) => fake.start({ 'chain/get_info': () => ({ chain_id }) });
    const nodes = [await node('ab'.repeat(32)), await node('cd'.repeat(32))];
    const options = { nodes, gateway: 'http://127.0.0.1:1', network: 'mainnet', account: 'bob' };
    const made = init(folder, new SignerFolder(folder), {
      ...options,
      permission: 'trader',
      profile: undefined,
    });
    await expect(made).rejects.toThrow('the nodes serve different chains');
  });
});
