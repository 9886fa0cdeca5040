import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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

  const made = (nodes: readonly string[]) =>
    init(folder, new SignerFolder(folder), {
      nodes,
      ...{ gateway: 'http://127.0.0.1:1', network: 'mainnet', account: 'bob', permission: 'trader' },
      profile: undefined,
    });

  it('nodes of different chains make no policy', async () => {
    const node = (chain_id: string) => fake.start({ 'chain/get_info': () => ({ chain_id }) });
    const nodes = [await node('ab'.repeat(32)), await node('cd'.repeat(32))];
    await expect(made(nodes)).rejects.toThrow('the nodes serve different chains');
  });

  it.each([
    ['rules', `${'ab'.repeat(32)}\nallow: { repay: {} }`],
    ['a comment', `${'ab'.repeat(32)} # the chain of the owner`],
    ['other digits', 'AB'.repeat(32)],
    ['a number', 7],
  ])('a node whose chain id has %s makes no policy', async (_, chain_id) => {
    const nodes = [await fake.start({ 'chain/get_info': () => ({ chain_id }) })];
    await expect(made(nodes)).rejects.toThrow('no 64 hexadecimal digits');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['to\u001b[2K', 'to bob', '', 'to\nfrom'])(
    'a node whose ABI has a member or a type %j makes no policy',
    async (word) => {
      for (const field of [
        { name: word, type: 'name' },
        { name: 'to', type: word },
      ]) {
        const struct = { name: 'transfer', base: '', fields: [field] };
        const abi = { actions: [{ name: 'transfer', type: 'transfer' }], structs: [struct] };
        const node = await fake.start({
          'chain/get_info': () => ({ chain_id: 'ab'.repeat(32) }),
          'chain/get_abi': ({ account_name }) => ({ account_name, abi }),
        });
        await expect(made([node])).rejects.toThrow('the ABI has a name that is no word');
      }
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('a node whose ABI swaps two members of one type makes no policy', async () => {
    const abi = (...names: string[]) => ({
      actions: [{ name: 'transfer', type: 'transfer' }],
      structs: [{ name: 'transfer', base: '', fields: names.map((name) => ({ name, type: 'name' })) }],
    });
    const node = (...names: string[]) =>
      fake.start({
        'chain/get_info': () => ({ chain_id: 'ab'.repeat(32) }),
        'chain/get_abi': ({ account_name }) => ({ account_name, abi: abi(...names) }),
      });
    const nodes = [await node('from', 'to'), await node('to', 'from')];
    await expect(made(nodes)).rejects.toThrow('the nodes state different ABIs');
    expect(readdirSync(folder)).toEqual([]);
  });
});
