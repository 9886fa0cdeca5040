import { JsonRpc as HyperionRpc } from '@proton/hyperion';
import { APIClient, FetchProvider } from '@wharfkit/antelope';
import { HyperionAPIClient } from '@wharfkit/hyperion';
import { JsonRpc } from 'eosjs';
import type { ServedChain } from '../../harness/history/served-chain';
import { type Manifest, type ManifestAction, startLoadedChain } from '../integrity/load';

/** The packages' own types are incomplete: these are the members that the specs read. */
interface Shown {
  readonly block_num: unknown;
  readonly trx_id: unknown;
  readonly global_sequence: unknown;
  readonly proposal_name: unknown;
  readonly account: unknown;
  readonly permission: unknown;
  readonly code: unknown;
  readonly name: unknown;
  readonly symbol: unknown;
  readonly amount: unknown;
  readonly service: unknown;
  readonly scope: unknown;
  readonly data: { readonly balance: string };
}
type Query = Record<string, string | number | boolean>;

/** Methods of one client for the indexed routes, which answer as the client reads them. */
interface HyperionClient {
  health(): Promise<{ health: Shown[] }>;
  actions(account: string, query: Query): Promise<{ actions: Shown[]; total: { value: unknown } }>;
  transaction(id: string): Promise<{ executed: boolean; actions: Shown[] }>;
  creator(account: string): Promise<{ creator: unknown; trx_id: unknown }>;
  createdAccounts(account: string): Promise<{ accounts: Shown[] }>;
  abiSnapshot(contract: string, block: number): Promise<{ block_num: unknown }>;
  deltas(code: string, scope: string, table: string, payer: string): Promise<{ deltas: Shown[] }>;
  tableState(code: string, table: string, block: number): Promise<{ results: Shown[] }>;
  voters(producer: string): Promise<{ voters: Shown[] }>;
  links(account: string): Promise<{ links: Shown[] }>;
  keyAccounts(key: string): Promise<{ account_names: unknown[] }>;
  tokens(account: string): Promise<{ account: unknown; tokens: Shown[] }>;
  proposals(query: Query): Promise<{ proposals: Shown[] }>;
}

const wharfkit = (url: string): HyperionClient => {
  const { v2 } = new HyperionAPIClient(new APIClient({ provider: new FetchProvider(url, { fetch }) }));
  return {
    health: () => v2.get_health(),
    actions: (account, query) => v2.history.get_actions(account, query),
    transaction: (id) => v2.history.get_transaction(id),
    creator: (account) => v2.history.get_creator(account),
    createdAccounts: (account) => v2.history.get_created_accounts(account, { limit: 50 }),
    abiSnapshot: (contract, block) => v2.history.get_abi_snapshot(contract, block, true),
    deltas: (...names) => v2.history.get_deltas(...names),
    tableState: async (...names) =>
      (await v2.history.get_table_state(...names)) as unknown as { results: Shown[] },
    voters: (producer) => v2.state.get_voters(producer, undefined, 0, 10),
    links: (account) => v2.state.get_links(account),
    keyAccounts: (key) => v2.state.get_key_accounts(key),
    tokens: (account) => v2.state.get_tokens(account),
    proposals: (query) => v2.state.get_proposals(query),
  };
};

const proton = (url: string): HyperionClient => {
  // Its own timeout of 8 s is for public nodes.
  const rpc = new HyperionRpc(url, { timeout: 600_000 });
  const answered = async <T>(answer: Promise<unknown>): Promise<T> => (await answer) as T;
  return {
    health: () => answered(rpc.alive()),
    actions: (account, query) => answered(rpc.get_actions(account, query)),
    transaction: (id) => answered(rpc.get_transaction(id)),
    creator: (account) => answered(rpc.get_creator(account)),
    createdAccounts: (account) => answered(rpc.get_created_accounts(account)),
    abiSnapshot: (contract, block) => answered(rpc.get_abi_snapshot(contract, block)),
    deltas: (...names) => answered(rpc.get_deltas(...names)),
    tableState: (...names) => answered(rpc.get_table_state(...names)),
    voters: (producer) => answered(rpc.get_voters({ producer, limit: 10 })),
    links: (account) => answered(rpc.get_links(account)),
    keyAccounts: (key) => answered(rpc.get_key_accounts(key)),
    tokens: (account) => answered(rpc.get_tokens(account)),
    proposals: (query) => answered(rpc.get_proposals(query)),
  };
};

const texts = (values: readonly unknown[]): string[] => values.map(String);
const newestFirst = (actions: readonly ManifestAction[]): string[] =>
  actions.map(({ globalSequence }) => String(globalSequence)).reverse();

describe('published clients, unmodified, on the history of a chain', () => {
  let served: ServedChain;
  let load: Manifest;

  beforeAll(async () => {
    ({ served, load } = await startLoadedChain());
  });
  afterAll(() => served.close());

  const ofAccount = (account: string): ManifestAction[] =>
    load.actions.filter(({ accounts }) => accounts.has(account));
  const paid = (): ManifestAction => load.actions.find(({ name }) => name === 'transfer')!;

  describe.each([
    ['@wharfkit/hyperion', wharfkit],
    ['@proton/hyperion', proton],
  ])('%s', (library, clientOf) => {
    let client: HyperionClient;
    beforeAll(() => {
      client = clientOf(served.url);
    });

    it(`${library} reads the health`, async () => {
      const { health } = await client.health();
      expect(texts(health.map(({ service }) => service))).toEqual([
        'StateHistory',
        'NodeosRPC',
        'Elasticsearch',
      ]);
    });

    it(`${library} reads the actions of an account, in pages`, async () => {
      const expected = newestFirst(ofAccount('carol'));
      const found: string[] = [];
      for (let skip = 0; skip < expected.length; skip += 20) {
        const { actions } = await client.actions('carol', {
          ...{ skip, limit: 20, sort: 'desc', after: String(load.firstBlock) },
        });
        found.push(...texts(actions.map(({ global_sequence }) => global_sequence)));
      }
      expect(found).toEqual(expected);
    });

    it(`${library} reads actions by its own names of their filters`, async () => {
      const received = ofAccount('carol').filter(
        ({ account, name, data }) =>
          account === 'btc.token' && name === 'transfer' && (data as { to: string }).to === 'carol',
      );
      const queries: Query[] = [
        { transfer_to: 'carol', filter: 'btc.token:transfer' },
        { transfer_to: 'carol', act_name: 'transfer', act_account: 'btc.token' },
        { transfer_to: 'carol', transfer_symbol: 'BTC' },
      ];
      for (const query of queries) {
        const { actions, total } = await client.actions('carol', {
          ...query,
          ...{ limit: 1000, after: String(load.firstBlock) },
        });
        expect(texts(actions.map(({ global_sequence }) => global_sequence))).toEqual(newestFirst(received));
        expect(String(total.value)).toBe(String(received.length));
      }
    });

    it(`${library} reads a transaction, and none that does not exist`, async () => {
      const { executed, actions } = await client.transaction(paid().trxId);
      expect(executed).toBe(true);
      expect(texts(actions.map(({ trx_id }) => trx_id))).toContain(paid().trxId);
      expect((await client.transaction('ab'.repeat(32))).executed).toBe(false);
    });

    it(`${library} reads the creator of accounts, and the accounts that it created`, async () => {
      const [account = ''] = load.created;
      const { creator, trx_id } = await client.creator(account);
      expect(String(creator)).toBe('eosio');
      expect(load.transactionIds).toContain(String(trx_id));
      const { accounts } = await client.createdAccounts('eosio');
      expect(texts(accounts.map(({ name }) => name))).toEqual(expect.arrayContaining([...load.created]));
      await expect(client.creator('nobody')).rejects.toBeTruthy();
    });

    it(`${library} reads an ABI as of a block`, async () => {
      const { block_num } = await client.abiSnapshot('btc.token', load.firstBlock);
      expect(Number(block_num)).toBeLessThan(load.firstBlock);
    });

    it(`${library} reads the rows that changed`, async () => {
      const { deltas } = await client.deltas('btc.token', 'alice', 'accounts', 'alice');
      expect(deltas).toHaveLength(10);
      expect(new Set(texts(deltas.map(({ scope }) => scope)))).toEqual(new Set(['alice']));
      const [balance] = await served.chain.node.read<string[]>('get_currency_balance', {
        ...{ code: 'btc.token', account: 'alice' },
      });
      expect(deltas[0]?.data.balance).toBe(balance);
    });

    it(`${library} reads the rows of a table as of a block`, async () => {
      const { deltas } = await client.deltas('btc.token', 'alice', 'accounts', 'alice');
      const earlier = deltas.at(-1)!;
      expect(deltas[0]?.data.balance).not.toEqual(earlier.data.balance);
      const { results } = await client.tableState('btc.token', 'accounts', Number(earlier.block_num));
      const own = results.find(({ scope }) => String(scope) === 'alice')!;
      expect([own.data.balance, Number(own.block_num)]).toEqual([
        earlier.data.balance,
        Number(earlier.block_num),
      ]);
    });

    it(`${library} reads voters, links, accounts of a key and proposals`, async () => {
      const { voters } = await client.voters('carol');
      expect(texts(voters.map(({ account }) => account)).sort()).toEqual(['alice', 'bob']);
      const { links } = await client.links('alice');
      expect(links.map(({ code, permission }) => [String(code), String(permission)])).toContainEqual([
        'btc.token',
        'loading',
      ]);
      const { account_names } = await client.keyAccounts(load.keyOfCreated);
      expect(texts(account_names).sort()).toEqual([...load.created].sort());
      const { proposals } = await client.proposals({ proposer: 'alice', limit: 5, skip: 0, track: true });
      expect(texts(proposals.map(({ proposal_name }) => proposal_name)).sort()).toEqual([
        'cancelled',
        'executed',
        'opened',
      ]);
    });

    it(`${library} reads the tokens of an account`, async () => {
      const { account, tokens } = await client.tokens('alice');
      expect(String(account)).toBe('alice');
      expect(texts(tokens.map(({ symbol }) => symbol))).toEqual(expect.arrayContaining(['BTC', 'USDT']));
    });
  });

  it('@wharfkit/hyperion reads the summary of an account', async () => {
    const { v2 } = new HyperionAPIClient(
      new APIClient({ provider: new FetchProvider(served.url, { fetch }) }),
    );
    const { account, links, tokens, total_actions, actions } = await v2.state.get_account('alice');
    expect(String(account.account_name)).toBe('alice');
    expect(links).not.toEqual([]);
    expect(tokens).not.toEqual([]);
    expect(Number(total_actions)).toBeGreaterThanOrEqual(ofAccount('alice').length);
    expect(texts(actions.map(({ global_sequence }: Shown) => global_sequence))).toEqual(
      newestFirst(ofAccount('alice')).slice(0, 20),
    );
  });

  it('the client of @wharfkit/antelope reads every route of /v1/history', async () => {
    const { history } = new APIClient({ provider: new FetchProvider(served.url, { fetch }) }).v1;
    const { actions } = await history.get_actions('carol', 0, 9);
    const receipts = ofAccount('carol').map(
      ({ receipts, globalSequence }) => receipts.get('carol') ?? globalSequence,
    );
    expect(actions.map(({ global_action_seq }) => Number(global_action_seq))).toEqual(
      receipts.reverse().slice(0, 10),
    );
    const transaction = await history.get_transaction(paid().trxId);
    expect(Number(transaction.block_num)).toBe(paid().blockNum);
    expect(String(transaction.id)).toBe(paid().trxId);
    await expect(history.get_transaction('ab'.repeat(32))).rejects.toThrow('can not be found');
    const { account_names } = await history.get_key_accounts(load.keyOfCreated);
    expect(texts(account_names).sort()).toEqual([...load.created].sort());
    const { controlled_accounts } = await history.get_controlled_accounts('bob');
    expect(texts(controlled_accounts)).toEqual(['alice']);
  });

  it('eosjs reads every route of /v1/history', async () => {
    const rpc = new JsonRpc(served.url, { fetch });
    const { actions } = (await rpc.history_get_actions('carol', 0, 9)) as {
      actions: { action_trace: { trx_id: string } }[];
    };
    expect(actions.map(({ action_trace }) => action_trace.trx_id)).toEqual(
      ofAccount('carol')
        .map(({ trxId }) => trxId)
        .reverse()
        .slice(0, 10),
    );
    expect(await rpc.history_get_transaction(paid().trxId, paid().blockNum)).toMatchObject({
      id: paid().trxId,
      block_num: paid().blockNum,
    });
    expect(await rpc.history_get_key_accounts(load.keyOfCreated)).toEqual({
      account_names: [...load.created].sort(),
    });
    expect(await rpc.history_get_controlled_accounts('bob')).toEqual({ controlled_accounts: ['alice'] });
    await expect(rpc.history_get_key_accounts('no key')).rejects.toThrow();
  });
});
