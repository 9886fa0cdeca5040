import { nameToValue } from '@app/antelope';
import { ServedChain } from '../../harness/history/served-chain';
import { generateLoad, type Manifest, type ManifestAction } from './load';

interface FoundAction {
  readonly global_sequence: number;
  readonly trx_id: string;
  readonly block_num: number;
  readonly act: { readonly account: string; readonly name: string; readonly data: Record<string, unknown> };
  readonly receipts: readonly { readonly receiver: string; readonly global_sequence: number }[];
}

interface ActionsPage {
  readonly actions: readonly FoundAction[];
  readonly total: { readonly value: number };
  readonly next_cursor?: string;
}

interface LegacyPage {
  readonly actions: readonly {
    readonly global_action_seq: number;
    readonly action_trace: { readonly trx_id: string };
  }[];
}

const PAGE = 7;
const sequences = (actions: readonly { readonly globalSequence: number }[]): number[] =>
  actions.map(({ globalSequence }) => globalSequence);

/** Every entry of a recorded load is found through every route and paging method once, and nothing else is found. */
describe('integrity of the history of a development chain', () => {
  let served: ServedChain;
  let manifest: Manifest;
  let accounts: string[];

  beforeAll(async () => {
    served = await ServedChain.start();
    manifest = await generateLoad(served);
    await served.caughtUp();
    accounts = [...new Set(manifest.actions.flatMap((action) => [...action.accounts]))];
  });
  afterAll(() => served.close());

  const expectedOf = (isWanted: (action: ManifestAction) => boolean): number[] =>
    sequences(manifest.actions.filter(isWanted));
  const ofAccount = (account: string): number[] => expectedOf((action) => action.accounts.has(account));
  const page = (query: Record<string, unknown>): Promise<ActionsPage> =>
    served.read<ActionsPage>('/v2/history/get_actions', { after: manifest.firstBlock, ...query });
  const found = (pages: readonly ActionsPage[]): number[] =>
    pages.flatMap(({ actions }) => actions.map(({ global_sequence }) => global_sequence));

  async function bySkip(query: Record<string, unknown>): Promise<number[]> {
    const pages: ActionsPage[] = [];
    do pages.push(await page({ ...query, limit: PAGE, skip: pages.length * PAGE }));
    while (pages.at(-1)?.actions.length === PAGE);
    return found(pages);
  }

  async function byCursor(query: Record<string, unknown>): Promise<number[]> {
    const pages: ActionsPage[] = [];
    let cursor: string | undefined;
    do {
      const next = await page({ ...query, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(next);
      cursor = next.next_cursor;
    } while (cursor !== undefined);
    return found(pages);
  }

  /** Blocks in steps of 5, as clients page with `after` and `before`. */
  async function byBlocks(query: Record<string, unknown>): Promise<number[]> {
    const pages: ActionsPage[] = [];
    const head = served.chain.chain.head().num;
    for (let block = manifest.firstBlock; block <= head; block += 5)
      pages.push(await page({ ...query, limit: 1000, after: block, before: Math.min(block + 4, head) }));
    return found(pages);
  }

  it('the load has actions of every kind', () => {
    const kinds = new Set(manifest.actions.map(({ account, name }) => `${account}:${name}`));
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'btc.token:transfer',
        'eosio.token:transfer',
        'eosio:newaccount',
        'eosio:linkauth',
        'eosio.msig:exec',
        'eosio:voteproducer',
      ]),
    );
    expect(manifest.actions.length).toBeGreaterThan(100);
  });

  it.each([
    ['skip', 'asc', bySkip],
    ['skip', 'desc', bySkip],
    ['cursor', 'asc', byCursor],
    ['cursor', 'desc', byCursor],
    ['block ranges', 'asc', byBlocks],
  ] as const)('get_actions finds the actions of each account once, by %s, %s', async (_how, sort, walk) => {
    for (const account of accounts) {
      const expected = ofAccount(account);
      expect([account, await walk({ account, sort })]).toEqual([
        account,
        sort === 'asc' ? expected : expected.toReversed(),
      ]);
    }
  });

  it('get_actions without an account finds all actions once, with receipts, data and an exact total', async () => {
    const { actions, total } = await page({ sort: 'asc', limit: 1000, track: 'true' });
    expect(total).toEqual({ value: manifest.actions.length, relation: 'eq' });
    expect(
      actions.map(({ global_sequence, trx_id, block_num, act, receipts }) => ({
        global_sequence,
        trx_id,
        block_num,
        kind: `${act.account}:${act.name}`,
        receipts: receipts.map(({ receiver, global_sequence: sequence }) => [receiver, sequence]),
      })),
    ).toEqual(
      manifest.actions.map(({ globalSequence, trxId, blockNum, account, name, receipts }) => ({
        global_sequence: globalSequence,
        trx_id: trxId,
        block_num: blockNum,
        kind: `${account}:${name}`,
        receipts: [...receipts],
      })),
    );
    for (const [index, { act }] of actions.entries())
      if (act.name === 'transfer') expect(act.data).toMatchObject(manifest.actions[index]?.data as object);
  });

  it('get_actions finds the actions of each kind by filter and by members', async () => {
    const kinds = [...new Set(manifest.actions.map(({ account, name }) => `${account}:${name}`))];
    for (const kind of kinds) {
      const [code = '', action = ''] = kind.split(':');
      const expected = expectedOf(({ account, name }) => account === code && name === action);
      expect([kind, await bySkip({ filter: kind, sort: 'asc' })]).toEqual([kind, expected]);
      expect([kind, await byCursor({ 'act.account': code, 'act.name': action, sort: 'asc' })]).toEqual([
        kind,
        expected,
      ]);
      const [account] = accounts;
      expect(await bySkip({ filter: kind, account, sort: 'asc' })).toEqual(
        expectedOf((each) => `${each.account}:${each.name}` === kind && each.accounts.has(account!)),
      );
    }
    expect(await bySkip({ filter: kinds.slice(0, 3).join(','), sort: 'asc' })).toEqual(
      expectedOf(({ account, name }) => kinds.slice(0, 3).includes(`${account}:${name}`)),
    );
  });

  it('get_actions finds transfers by their members', async () => {
    const memberOf = (action: ManifestAction, member: string): unknown =>
      action.name === 'transfer' ? (action.data as Record<string, unknown>)[member] : undefined;
    for (const account of accounts) {
      expect(await bySkip({ 'transfer.to': account, sort: 'asc' })).toEqual(
        expectedOf((action) => memberOf(action, 'to') === account),
      );
      expect(await bySkip({ 'transfer.from': account, 'transfer.symbol': 'BTC', sort: 'asc' })).toEqual(
        expectedOf(
          (action) =>
            memberOf(action, 'from') === account && String(memberOf(action, 'quantity')).endsWith(' BTC'),
        ),
      );
    }
  });

  it('/v1/history/get_actions finds the actions of each account once', async () => {
    for (const account of accounts) {
      const pages: LegacyPage[] = [];
      const after = String(manifest.firstBlock);
      do {
        const body = {
          account_name: account,
          pos: pages.length * PAGE,
          offset: PAGE - 1,
          after,
          sort: 'asc',
        };
        pages.push((await served.post<LegacyPage>('/v1/history/get_actions', body)).json);
      } while (pages.at(-1)?.actions.length === PAGE);
      const expected = manifest.actions
        .filter((action) => action.accounts.has(account))
        .map(({ receipts, globalSequence, trxId }) => [receipts.get(account) ?? globalSequence, trxId]);
      expect(
        pages.flatMap(({ actions }) =>
          actions.map(({ global_action_seq, action_trace }) => [global_action_seq, action_trace.trx_id]),
        ),
      ).toEqual(expected);
    }
  });

  it('every transaction is found by its id, with its actions and no other', async () => {
    for (const id of manifest.transactionIds) {
      const expected = expectedOf(({ trxId }) => trxId === id);
      const v2 = await served.read<{ executed: boolean; actions: FoundAction[] }>(
        '/v2/history/get_transaction',
        { id },
      );
      expect(v2.executed).toBe(true);
      expect(v2.actions.map(({ global_sequence }) => global_sequence)).toEqual(expected);
      const receipts = manifest.actions
        .filter(({ trxId }) => trxId === id)
        .flatMap(({ receipts: all }) => [...all.values()]);
      const v1 = await served.post<{ traces: { receipt: { global_sequence: number } }[] }>(
        '/v1/history/get_transaction',
        { id },
      );
      expect(v1.json.traces.map(({ receipt }) => receipt.global_sequence).sort(byNumber)).toEqual(
        receipts.toSorted(byNumber),
      );
      const trace = await served.post<{ actions: { global_sequence: number }[] }>(
        '/v1/trace_api/get_transaction_trace',
        { id },
      );
      expect(trace.json.actions.map(({ global_sequence }) => global_sequence)).toEqual(
        receipts.toSorted(byNumber),
      );
    }
  });

  it('the traces of the blocks have every transaction once, and no other', async () => {
    const head = served.chain.chain.head().num;
    const ids: string[] = [];
    for (let block_num = manifest.firstBlock; block_num <= head; block_num++) {
      const { json } = await served.post<{ id: string; transactions: { id: string }[] }>(
        '/v1/trace_api/get_block',
        { block_num },
      );
      const block = await served.chain.node.read<{ id: string }>('get_block', { block_num_or_id: block_num });
      expect(json.id).toBe(block.id);
      ids.push(...json.transactions.map(({ id }) => id));
    }
    expect(ids).toEqual(manifest.transactionIds);
  });

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

  describe('the state equals the answers of the chain', () => {
    const KNOWN = ['alice', 'bob', 'carol', 'dex', 'eosio'];

    it('balances of every account', async () => {
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

    it('rows of tables', async () => {
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

    it('permissions, keys and links of every account', async () => {
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

    it('proposals and their states, voters and their producers', async () => {
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
});

const byNumber = (one: number, other: number): number => one - other;
