import type { ServedChain } from '../../harness/history/served-chain';
import { type FoundAction, FoundActions, PAGE } from './found-actions';
import type { LoadedChain, Manifest, ManifestAction } from './load';

interface LegacyPage {
  readonly actions: readonly {
    readonly global_action_seq: number;
    readonly action_trace: { readonly trx_id: string };
  }[];
}

const sequences = (actions: readonly { readonly globalSequence: number }[]): number[] =>
  actions.map(({ globalSequence }) => globalSequence);

/** Every action and transaction of a load is found by every route, condition and paging method once, and no other. */
export function checkHistory(start: () => Promise<LoadedChain>): void {
  let served: ServedChain;
  let manifest: Manifest;
  let accounts: string[];
  let found: FoundActions;

  beforeAll(async () => {
    ({ served, load: manifest } = await start());
    found = new FoundActions(served, manifest);
    accounts = [...new Set(manifest.actions.flatMap((action) => [...action.accounts]))];
  });
  afterAll(() => served.close());

  const expectedOf = (isWanted: (action: ManifestAction) => boolean): number[] =>
    sequences(manifest.actions.filter(isWanted));
  const ofAccount = (account: string): number[] => expectedOf((action) => action.accounts.has(account));

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
    expect(manifest.actions.length).toBeGreaterThan(70);
  });

  it.each([
    ['skip', 'asc', 'bySkip'],
    ['skip', 'desc', 'bySkip'],
    ['cursor', 'asc', 'byCursor'],
    ['cursor', 'desc', 'byCursor'],
    ['block ranges', 'asc', 'byBlocks'],
  ] as const)('get_actions finds the actions of each account once, by %s, %s', async (_how, sort, walk) => {
    for (const account of accounts) {
      const expected = ofAccount(account);
      expect([account, await found[walk]({ account, sort })]).toEqual([
        account,
        sort === 'asc' ? expected : expected.toReversed(),
      ]);
    }
  });

  it('get_actions without an account finds all actions once, with receipts, data and an exact total', async () => {
    const { actions, total } = await found.page({ sort: 'asc', limit: 1000, track: 'true' });
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
      expect([kind, await found.bySkip({ filter: kind, sort: 'asc' })]).toEqual([kind, expected]);
      expect([kind, await found.byCursor({ 'act.account': code, 'act.name': action, sort: 'asc' })]).toEqual([
        kind,
        expected,
      ]);
      const [account] = accounts;
      expect(await found.bySkip({ filter: kind, account, sort: 'asc' })).toEqual(
        expectedOf((each) => `${each.account}:${each.name}` === kind && each.accounts.has(account!)),
      );
    }
    expect(await found.bySkip({ filter: kinds.slice(0, 3).join(','), sort: 'asc' })).toEqual(
      expectedOf(({ account, name }) => kinds.slice(0, 3).includes(`${account}:${name}`)),
    );
  });

  it('get_actions finds transfers by their members', async () => {
    const memberOf = (action: ManifestAction, member: string): unknown =>
      action.name === 'transfer' ? (action.data as Record<string, unknown>)[member] : undefined;
    for (const account of accounts) {
      expect(await found.bySkip({ 'transfer.to': account, sort: 'asc' })).toEqual(
        expectedOf((action) => memberOf(action, 'to') === account),
      );
      expect(await found.bySkip({ 'transfer.from': account, 'transfer.symbol': 'BTC', sort: 'asc' })).toEqual(
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
}

const byNumber = (one: number, other: number): number => one - other;
