import { nameToValue } from '@app/antelope';
import type { ServedChain } from '../../harness/history/served-chain';
import type { ActionsPage } from './found-actions';
import { type Manifest, startLoadedChain } from './load';

const KNOWN = ['alice', 'bob', 'carol', 'dex', 'eosio'];

/** The state after a recorded load equals the answers of the chain. */
describe('state after a recorded load', () => {
  let served: ServedChain;
  let manifest: Manifest;

  beforeAll(async () => {
    ({ served, load: manifest } = await startLoadedChain());
  });
  afterAll(() => served.close());

  it('accounts that were created are found by their creator, and the reverse', async () => {
    const { accounts: created } = await served.read<{ accounts: { name: string; trx_id: string }[] }>(
      '/v2/history/get_created_accounts',
      { account: 'eosio', limit: 1000 },
    );
    for (const name of manifest.created) {
      const own = created.filter((entry) => entry.name === name);
      const action = manifest.actions.find(
        (each) => each.name === 'newaccount' && (each.data as { name: string }).name === name,
      );
      expect(own).toEqual([expect.objectContaining({ trx_id: action?.trxId })]);
      expect(await served.read('/v2/history/get_creator', { account: name })).toMatchObject({
        creator: 'eosio',
        trx_id: action?.trxId,
        block_num: action?.blockNum,
      });
    }
    expect(new Set(created.map(({ name }) => name)).size).toBe(created.length);
  });

  it('balances of every account equal those of the chain', async () => {
    for (const account of [...KNOWN, ...manifest.created]) {
      const { text } = await served.get('/v2/state/get_tokens', { account, limit: 1000 });
      const { tokens } = JSON.parse(text) as {
        tokens: { contract: string; symbol: string; precision: number; amount: number }[];
      };
      const found = tokens.map(({ contract, symbol, amount, precision }) => [
        contract,
        `${amount.toFixed(precision)} ${symbol}`,
      ]);
      const expected: string[][] = [];
      for (const code of ['btc.token', 'usdt.token', 'eosio.token', 'pool.token', 'cbtc.token']) {
        const balances = await served.chain.node.read<string[]>('get_currency_balance', { code, account });
        expected.push(...balances.map((balance) => [code, balance]));
      }
      expect([account, found.sort()]).toEqual([account, expected.sort()]);
    }
  });

  it('rows of tables equal those of the chain', async () => {
    const tables = [
      ['btc.token', 'alice', 'accounts'],
      ['btc.token', 'BTC', 'stat'],
      ['eosio', 'eosio', 'voters'],
      ['eosio.msig', 'alice', 'proposal'],
      ['dex', 'btcusdt', 'orderbook2'],
    ] as const;
    for (const [code, scope, table] of tables) {
      const { rows } = await served.chain.node.read<{ rows: string[] }>('get_table_rows', {
        ...{ code, scope, table, json: false, limit: 1000 },
      });
      const own = await served.reader.rows({
        code: nameToValue(code),
        table: nameToValue(table),
        ...(scope === 'BTC' ? {} : { scope: nameToValue(scope) }),
        limit: 1000,
      });
      expect(rows.length).toBeGreaterThan(0);
      expect([table, own.map(({ value }) => Buffer.from(value).toString('hex'))]).toEqual([table, rows]);
    }
  });

  it('permissions, keys and links of every account equal those of the chain', async () => {
    for (const account of KNOWN) {
      const { permissions } = await served.chain.node.read<{
        permissions: {
          perm_name: string;
          parent: string;
          required_auth: { keys: { key: string }[] };
          linked_actions: { account: string; action?: string }[];
        }[];
      }>('get_account', { account_name: account });
      const { links } = await served.read<{
        links: { code: string; action: string; permission: string }[];
      }>('/v2/state/get_links', { account });
      expect(links.map(({ code, action, permission }) => `${permission} ${code}:${action}`).sort()).toEqual(
        permissions
          .flatMap(({ perm_name, linked_actions }) =>
            linked_actions.map((link) => `${perm_name} ${link.account}:${link.action ?? ''}`),
          )
          .sort(),
      );
      for (const { perm_name, required_auth } of permissions)
        for (const { key } of required_auth.keys) {
          const { permissions: withKey } = await served.read<{
            permissions: { owner: string; name: string; auth: object }[];
          }>('/v2/state/get_key_accounts', { public_key: key, details: true, limit: 1000 });
          const own = withKey.filter(({ owner, name }) => owner === account && name === perm_name);
          expect(own).toEqual([expect.objectContaining({ auth: required_auth })]);
        }
    }
    const { json } = await served.post('/v1/history/get_controlled_accounts', {
      controlling_account: 'bob',
    });
    expect(json).toEqual({ controlled_accounts: ['alice'] });
    const byKey = await served.read<{ account_names: string[] }>('/v2/state/get_key_accounts', {
      public_key: manifest.keyOfCreated,
    });
    expect(byKey.account_names).toEqual(manifest.created.toSorted());
  });

  it('proposals have their states, and voters their producers', async () => {
    const { proposals } = await served.read<{ proposals: { proposal_name: string; status: string }[] }>(
      '/v2/state/get_proposals',
      { proposer: 'alice', limit: 100 },
    );
    const statuses = proposals.map(({ proposal_name, status }) => [proposal_name, status]);
    expect(statuses.sort()).toEqual([
      ['cancelled', 'cancelled'],
      ['executed', 'executed'],
      ['opened', 'open'],
    ]);
    const { voters } = await served.read<{ voters: { account: string }[] }>('/v2/state/get_voters', {
      producer: 'carol',
    });
    expect(voters.map(({ account }) => account).sort()).toEqual(['alice', 'bob']);
  });

  it('the body of an account is that of the node', async () => {
    const summary = await served.read<{ account: object; total_actions: number }>('/v2/state/get_account', {
      account: 'alice',
    });
    const account = await served.chain.node.read('get_account', { account_name: 'alice' });
    expect(summary.account).toMatchObject({ account_name: 'alice', permissions: account['permissions'] });
    const all = await served.read<ActionsPage>('/v2/history/get_actions', {
      account: 'alice',
      track: 'true',
    });
    expect(summary.total_actions).toBe(all.total.value);
  });
});
