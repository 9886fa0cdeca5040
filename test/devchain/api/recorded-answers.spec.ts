import { describeRecordings, type Recording } from '../../harness/recordings';
import { type ErrorBody, packedBody, TestChain, transfer } from '../../harness/node/test-chain';
import { shapeProblems } from './support/shape';

/** Members of a real node that this chain does not have, with the reason. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  // Without stakes and votes.
  get_account: [
    'total_resources',
    'self_delegated_bandwidth',
    'refund_request',
    'voter_info',
    'rex_info',
    'core_liquid_balance',
  ],
  // The recording is of a version with a limit; Leap 5 answers all features at once.
  get_activated_protocol_features: ['more'],
  // Contracts of those chains.
  get_block: ['transactions[].trx.transaction.actions[].data', 'new_producers'],
  get_code: ['wasm', 'abi'],
  push_transaction: ['processed.action_traces[].act.data'],
  send_transaction: ['processed.action_traces[].act.data', 'processed.action_traces[].return_value_data'],
};

/** Kinds of answers that this chain does not give: deferred transactions in a block, and waiting for a block. */
function applies({ params }: Recording): boolean {
  return params.retry_trx !== true;
}
function withoutDeferred(body: unknown): unknown {
  const { transactions, ...block } = body as { transactions?: { trx: unknown }[] };
  if (transactions === undefined) return body;
  return { ...block, transactions: transactions.filter(({ trx }) => typeof trx === 'object') };
}

describeRecordings('answers of the development chain beside recorded answers of real nodes', (recordings) => {
  let chain: TestChain;
  let ours: Record<string, unknown>;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
    ours = await answersOfOurs(chain);
  });
  afterAll(() => chain.close());

  const answered = (route: string) =>
    recordings.filter(
      ({ path, status }) => path === `/v1/chain/${route}` && (status === 200 || status === 202),
    );

  it.each([
    'compute_transaction',
    'get_abi',
    'get_account',
    'get_accounts_by_authorizers',
    'get_activated_protocol_features',
    'get_block',
    'get_block_header_state',
    'get_code',
    'get_currency_balance',
    'get_currency_stats',
    'get_info',
    'get_producer_schedule',
    'get_raw_abi',
    'get_table_by_scope',
    'get_transaction_status',
    'push_transaction',
    'send_transaction',
    'send_transaction2',
  ])('%s has every recorded member in the recorded format', (route) => {
    const found = answered(route).filter(applies);
    expect(found.length).toBeGreaterThan(0);
    const exempt = new Set(EXEMPT[route]);
    const problems = found.flatMap(({ body, folder: from, api, params }) =>
      shapeProblems(
        withoutDeferred(body),
        ours['accounts' in params ? `${route} by account` : route],
        exempt,
      ).map((problem) => `${from} ${api}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('get_table_rows has the recorded members, for rows of all contracts', () => {
    const found = answered('get_table_rows');
    expect(found.length).toBeGreaterThan(10);
    const frame = (body: unknown) => {
      const { rows, more, next_key } = body as { rows: unknown[]; more: unknown; next_key: unknown };
      return { rows: rows.length, more, next_key: typeof next_key };
    };
    for (const { body } of found) {
      expect(shapeProblems(frame(body), frame(ours.get_table_rows), new Set())).toEqual([]);
    }
  });

  it('get_table_rows with payers wraps rows as recorded', () => {
    const [recorded] = answered('get_table_rows').filter(({ params }) => params.show_payer === true);
    expect(shapeProblems(recorded!.body, ours.get_table_rows_with_payers, new Set())).toEqual([]);
  });

  it('refusals have the recorded status and message', async () => {
    const refused = recordings.filter(
      ({ path, status }) => path === '/v1/chain/get_account' && status === 400,
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const { params, body, status } of refused) {
      const answer = await chain.post<ErrorBody>('get_account', params);
      expect(answer.status).toBe(status);
      expect(withoutPlaces(answer.json)).toEqual(withoutPlaces(body as ErrorBody));
    }
    const blocks = recordings.filter(({ path, status }) => path === null && status === 400);
    expect(blocks.length).toBeGreaterThan(2);
    for (const { body } of blocks) {
      const recorded = body as ErrorBody;
      const number = /\d+$/.exec(recorded.error.details[0]!.message)![0];
      const answer = await chain.post<ErrorBody>('get_block_header_state', { block_num_or_id: number });
      expect(withoutPlaces(answer.json)).toEqual(withoutPlaces(recorded));
    }
  });
});

/** Without the places in nodeos' own source. */
function withoutPlaces({ error: { details, ...error }, ...body }: ErrorBody) {
  return {
    ...body,
    error: { ...error, details: details.map(({ message, method }) => ({ message, method })) },
  };
}

async function answersOfOurs(chain: TestChain): Promise<Record<string, unknown>> {
  const signed = async (memo: string) =>
    chain.sign([transfer('alice', 'bob', '0.00000001 BTC', { memo })], [chain.keyOf('alice')]);
  const pushed = await chain.read<{ transaction_id: string }>('push_transaction', await signed('push'));
  const sent = await chain.read('send_transaction', await signed('send'));
  const sent2 = await chain.read('send_transaction2', { transaction: await signed('send2') });
  const dryRun = await chain.transaction([transfer('alice', 'bob', '0.00000001 BTC', { memo: 'dry' })]);
  const { num } = chain.devchain.chain.produceBlock();
  const key = chain.keyOf('alice').toPublic().toLegacyString();
  const rows = { code: 'btc.token', scope: 'BTC', table: 'stat', json: true };
  return {
    push_transaction: pushed,
    send_transaction: sent,
    send_transaction2: sent2,
    compute_transaction: await chain.read('compute_transaction', { transaction: packedBody(dryRun, []) }),
    get_abi: await chain.read('get_abi', { account_name: 'eosio' }),
    get_account: await chain.read('get_account', { account_name: 'alice' }),
    get_accounts_by_authorizers: await chain.read('get_accounts_by_authorizers', { keys: [key] }),
    'get_accounts_by_authorizers by account': await chain.read('get_accounts_by_authorizers', {
      accounts: ['eosio'],
    }),
    get_activated_protocol_features: await chain.read('get_activated_protocol_features'),
    get_block: await chain.read('get_block', { block_num_or_id: num }),
    get_block_header_state: await chain.read('get_block_header_state', { block_num_or_id: num }),
    get_code: await chain.read('get_code', { account_name: 'eosio', code_as_wasm: true }),
    get_currency_balance: await chain.read('get_currency_balance', { code: 'btc.token', account: 'alice' }),
    get_currency_stats: {
      EOS: (await chain.read('get_currency_stats', { code: 'btc.token', symbol: 'BTC' })).BTC,
    },
    get_info: await chain.read('get_info'),
    get_producer_schedule: await chain.read('get_producer_schedule'),
    get_raw_abi: await chain.read('get_raw_abi', { account_name: 'eosio' }),
    get_table_by_scope: await chain.read('get_table_by_scope', { code: 'btc.token', table: 'accounts' }),
    get_table_rows: await chain.read('get_table_rows', rows),
    get_table_rows_with_payers: await chain.read('get_table_rows', { ...rows, show_payer: true }),
    get_transaction_status: await chain.read('get_transaction_status', { id: pushed.transaction_id }),
  };
}
