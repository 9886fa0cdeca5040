import { PrivateKey } from '@wharfkit/antelope';
import { publicKeyLegacyText } from '@app/antelope';
import { startDevchain } from '../../../apps/devchain/src/start-devchain';
import { memoryLine } from '../../../apps/devchain/src/memory-line';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { TestChain } from '../../harness/node/test-chain';

interface Account {
  readonly name: string;
  readonly private_key: string;
  readonly private_key_wif: string;
  readonly public_key: string;
  readonly public_key_legacy: string;
  readonly balances: Readonly<Record<string, string>>;
  readonly permissions: readonly {
    name: string;
    private_key: string;
    private_key_wif: string;
    public_key: string;
    public_key_legacy: string;
  }[];
}

describe('the routes under /devchain', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
  });
  afterAll(() => chain.close());

  it('GET /devchain/accounts returns the development keys of the accounts', async () => {
    const accounts = (await (await fetch(`${chain.url}/devchain/accounts`)).json()) as Account[];
    expect(accounts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['alice', 'bob', 'carol', 'eosio']),
    );
    for (const { name, permissions } of accounts) {
      const { permissions: onChain } = await chain.read<{
        permissions: { perm_name: string; required_auth: { keys: { key: string }[] } }[];
      }>('get_account', { account_name: name });
      for (const { name: permission, private_key: key } of permissions) {
        const found = onChain.find(({ perm_name: each }) => each === permission)!;
        expect(found.required_auth.keys[0]!.key).toBe(PrivateKey.from(key).toPublic().toLegacyString());
      }
    }
  });

  it('GET /devchain/accounts lists every key in all usual forms, and balances', async () => {
    const accounts = (await (await fetch(`${chain.url}/devchain/accounts`)).json()) as Account[];
    for (const keys of accounts.flatMap((account) => [account, ...account.permissions])) {
      const key = PrivateKey.from(keys.private_key_wif);
      expect(key.toString()).toBe(keys.private_key);
      expect(keys.private_key_wif).toMatch(/^5[HJK]/);
      expect(keys.public_key_legacy).toBe(key.toPublic().toLegacyString());
      expect(keys.public_key).toBe(key.toPublic().toString());
    }
    expect(accounts[0]).toMatchObject({
      name: 'alice',
      balances: {
        BTC: '10.00000000',
        USDT: '1000000.00000000',
        NATIVE: '1000000.0000',
        TPF: '0.00000000',
        CBTC: '0.00000000',
      },
    });
  });

  it('GET /devchain/accounts lists the example accounts of a chain with simulated traffic', async () => {
    const settings = { name: 'examples', host: '127.0.0.1', port: 0, seed: 'examples', simulation: true };
    const devchain = await startDevchain(settings, { contracts: DEPLOYED_CONTRACTS });
    try {
      const accounts = (await (await fetch(`${devchain.url}/devchain/accounts`)).json()) as Account[];
      const examples = accounts.filter(({ name }) => ['dave', 'erin', 'frank'].includes(name));
      expect(examples.map(({ balances }) => balances.CBTC)).toEqual(Array(3).fill('1.00000000'));
      expect(examples[0]!.balances).toMatchObject({ USDT: '1008000.00000000', BTC: '10.00000000' });
      for (const { name, public_key_legacy: key } of examples) {
        const { authority } = devchain.chain.account(name)!.permissions[0]!;
        expect(authority.keys.map((factor) => publicKeyLegacyText(factor.key))).toEqual([key]);
      }
    } finally {
      await devchain.close();
    }
  });

  it('GET /devchain/status returns the memory use that the log line has', async () => {
    const held = async () =>
      ((await (await fetch(`${chain.url}/devchain/status`)).json()) as { memory: Record<string, number> })
        .memory;
    const before = await held();
    chain.devchain.chain.produceBlock();
    const after = await held();
    expect(after.blocks).toBe(before.blocks! + 1);
    expect(after.blockBytes! - before.blockBytes!).toBeLessThan(400);
    expect(after.process_rss_bytes).toBeGreaterThan(10_000_000);
    expect(memoryLine('lab', chain.devchain.chain)).toMatch(
      new RegExp(
        `^devchain lab head \\d+ lib \\d+: ${after.blocks} blocks in [\\d.]+ MiB, ${after.rows} rows in `,
      ),
    );
  });

  it('the routes under /devchain return keys to this machine only and refuse pages of another origin', async () => {
    const origin = 'https://elsewhere.example';
    const answer = await fetch(`${chain.url}/devchain/accounts`, { headers: { origin } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ error: expect.stringContaining(origin) });
  });

  it('the version string names a development chain', async () => {
    expect(await chain.read('get_info')).toMatchObject({
      server_version_string: 'v5.0.3-development-chain',
      server_full_version_string: 'v5.0.3-development-chain-devchain',
    });
  });
});
