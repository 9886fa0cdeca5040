import { APIClient, FetchProvider } from '@wharfkit/antelope';
import { HyperionAPIClient } from '@wharfkit/hyperion';
import { JsonRpc } from 'eosjs';
import { symbolCodeToValue } from '@app/antelope';
import {
  keyTextOf,
  name,
  SampleBlocks,
  sampleId,
  sampleKey,
  samplePermission,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

/** The package's own types refer to a module that it does not have: these are the members that the specs read. */
interface Found {
  readonly service: string;
  readonly trx_id: unknown;
  readonly block_num: { toNumber(): number };
  readonly last_vote: { toNumber(): number };
  readonly name: unknown;
  readonly account: unknown;
  readonly permission: string;
}

const KEY = sampleKey(5);
const ID = Buffer.from(sampleId(3, 1)).toString('hex');

describe('clients of history APIs, unmodified', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    const made = new SampleBlocks();
    history = await SampleHistory.start(
      [
        made.next([], {
          abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }],
          permissions: [samplePermission('alice', KEY)],
          tokens: [
            {
              account: name('alice'),
              contract: name('sys.token'),
              symbolCode: symbolCodeToValue('SYS'),
              precision: 4,
              units: 15_000n,
            },
          ],
          links: [{ account: name('alice'), code: name('dex'), action: 0n, permission: name('trade') }],
          voters: [
            {
              owner: name('alice'),
              voter: {
                proxy: 0n,
                producers: [name('producera')],
                staked: 1n,
                lastVoteWeight: 1.5,
                proxiedVoteWeight: 0,
                isProxy: false,
              },
            },
          ],
        }),
        made.next([[transferAction('alice', 'bob', '1.0000 SYS', { memo: 'hi' })]], {
          createdAccounts: [{ account: name('bob'), creator: name('alice'), globalSequence: 1000n }],
        }),
        made.next([[transferAction('bob', 'alice', '2.0000 SYS')]]),
      ],
      { irreversibleNum: 3 },
    );
  });
  afterAll(() => history.close());

  describe('routes of Hyperion', () => {
    let hyperion: HyperionAPIClient;

    beforeAll(() => {
      hyperion = new HyperionAPIClient(
        new APIClient({ provider: new FetchProvider(history.url, { fetch }) }),
      );
    });

    it('@wharfkit/hyperion reads the health', async () => {
      const health = await hyperion.v2.get_health();
      expect(health.health.map(({ service }: Found) => service)).toEqual([
        'StateHistory',
        'NodeosRPC',
        'Elasticsearch',
      ]);
      expect(health.features.tables.voters).toBe(true);
    });

    it('@wharfkit/hyperion reads actions, by its own names of their filters too', async () => {
      const { actions, total } = await hyperion.v2.history.get_actions('alice');
      expect(total.value.toNumber()).toBe(2);
      expect(actions.map(({ trx_id, block_num }: Found) => [String(trx_id), block_num.toNumber()])).toEqual([
        [Buffer.from(sampleId(4, 1)).toString('hex'), 4],
        [ID, 3],
      ]);
      const received = await hyperion.v2.history.get_actions('alice', { transfer_to: 'alice' });
      expect(received.actions).toHaveLength(1);
      const filtered = await hyperion.v2.history.get_actions(null, {
        filter: 'sys.token:transfer',
        act_name: 'transfer',
        sort: 'asc',
        limit: 1,
      });
      expect(filtered.actions.map(({ block_num }: Found) => block_num.toNumber())).toEqual([3]);
    });

    it('@wharfkit/hyperion reads a transaction', async () => {
      const transaction = await hyperion.v2.history.get_transaction(ID);
      expect(transaction.executed).toBe(true);
      expect(transaction.actions).toHaveLength(1);
      expect((await hyperion.v2.history.get_transaction('ab'.repeat(32))).executed).toBe(false);
    });

    it('@wharfkit/hyperion reads the creation of accounts', async () => {
      expect(String((await hyperion.v2.history.get_creator('bob')).creator)).toBe('alice');
      expect(String((await hyperion.v2.history.get_creator('alice')).creator)).toBe('');
      const { accounts } = await hyperion.v2.history.get_created_accounts('alice');
      expect(accounts.map((account: Found) => String(account.name))).toEqual(['bob']);
    });

    it('@wharfkit/hyperion reads an ABI', async () => {
      const { abi, block_num } = await hyperion.v2.history.get_abi_snapshot('sys.token', 4, true);
      expect(block_num.toNumber()).toBe(2);
      expect(abi.actions.map((action: Found) => String(action.name))).toEqual(['transfer', 'note']);
    });

    it('@wharfkit/hyperion reads keys, tokens, links, voters and proposals', async () => {
      const { state } = hyperion.v2;
      expect((await state.get_key_accounts(keyTextOf(KEY))).account_names.map(String)).toEqual(['alice']);
      expect((await state.get_tokens('alice')).tokens).toMatchObject([{ symbol: 'SYS' }]);
      expect((await state.get_links('alice')).links.map(({ permission }: Found) => permission)).toEqual([
        'trade',
      ]);
      const { voters } = await state.get_voters('producera');
      expect(voters.map(({ account, last_vote }: Found) => [String(account), last_vote.toNumber()])).toEqual([
        ['alice', 2],
      ]);
      expect((await state.get_proposals()).proposals).toEqual([]);
    });
  });

  describe('routes of nodeos', () => {
    it('wharfkit reads actions and transactions of /v1/history', async () => {
      const client = new APIClient({ provider: new FetchProvider(history.url, { fetch }) });
      const { actions } = await client.v1.history.get_actions('alice', 0, 10);
      expect(actions.map(({ block_num }) => block_num.toNumber())).toEqual([4, 3]);
      const transaction = await client.v1.history.get_transaction(ID);
      expect(transaction.block_num.toNumber()).toBe(3);
      await expect(client.v1.history.get_transaction('ab'.repeat(32))).rejects.toThrow(
        'The transaction can not be found',
      );
      expect((await client.v1.history.get_key_accounts(keyTextOf(KEY))).account_names.map(String)).toEqual([
        'alice',
      ]);
      expect(
        (await client.v1.history.get_controlled_accounts('alice')).controlled_accounts.map(String),
      ).toEqual([]);
    });

    it('eosjs reads actions, transactions and accounts of /v1/history', async () => {
      const rpc = new JsonRpc(history.url, { fetch });
      const { actions } = (await rpc.history_get_actions('alice')) as { actions: { block_num: number }[] };
      expect(actions.map(({ block_num }) => block_num)).toEqual([4, 3]);
      expect(await rpc.history_get_transaction(ID)).toMatchObject({ id: ID, block_num: 3 });
      expect(await rpc.history_get_key_accounts(keyTextOf(KEY))).toEqual({ account_names: ['alice'] });
      expect(await rpc.history_get_controlled_accounts('alice')).toEqual({ controlled_accounts: [] });
    });
  });
});
