import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { answerOf, overRest } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

const BORROWERS = 500;
const OPEN_LOANS_PER_ANSWER = 25;
/** Price, pools, loans, loan requests, vaults. The head is polled besides, by the time that passes. */
const SHARED_READS = 5;

const nameOf = (index: number): string =>
  `user${[...String(index).padStart(3, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
const borrowers = Array.from({ length: BORROWERS }, (_, index) => nameOf(index));

const loanRow = (account: string, index: number) => ({
  ...{ id: index + 1, account, initial_amount: '1000.00000000 USDT', status: 0 },
  ...{ outstanding_amount: '1000.00000000 USDT', terms: { apr_bps: 300, pool_id: 6 } },
  ...{ start_time: '2026-11-21T11:00:00', end_time: '1970-01-01T00:00:00' },
});
const TABLES: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  loan: borrowers.map(loanRow),
  vault: borrowers.map((owner) => ({ owner, vault: `${owner}.loan` })),
  aggfeeds: [
    { pair: 'btcusd', price: '80000.00000000', updated_at: '2026-11-21T11:59:59', feeders: ['feeder1'] },
  ],
};

/** A node with 500 loans of 500 borrowers. */
async function nodeWithLoans(): Promise<FakeNode> {
  const node = await FakeNode.start(new FakeChain('loans'));
  node.override = (path, body, response) => {
    if (path === '/v1/chain/get_currency_balance') {
      json(response, 200, ['0.05000000 CBTC']);
      return true;
    }
    if (path !== '/v1/chain/get_table_rows') return false;
    const { table, limit, lower_bound } = JSON.parse(body) as Record<string, string>;
    const from = table === 'loan' ? Number(lower_bound ?? 0) - 1 : 0;
    const rows = (TABLES[String(table)] ?? []).slice(Math.max(0, from));
    const page = rows.slice(0, Number(limit));
    json(response, 200, { rows: page, more: page.length < rows.length, next_key: '' });
    return true;
  };
  return node;
}

describe('get_loans of all accounts on a chain with 500 borrowers', () => {
  let node: FakeNode;
  let gateway: RunningGateway;
  beforeAll(async () => {
    node = await nodeWithLoans();
    gateway = await startGateway(node.url);
    await answerOf(overRest(gateway.url)('get_chain_info', {}));
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });

  const reads = () =>
    node.requests.filter(({ path }) => /get_table_rows|get_currency_balance/.test(path)).length;

  it.each([{}, { limit: 500 }, { limit: 500, cursor: '101--' }])(
    'get_loans sends at most one request per borrower of a page of 25 for %j',
    async (input) => {
      const before = reads();
      const answer = await answerOf(overRest(gateway.url)('get_loans', input));
      expect(answer['active']).toHaveLength(OPEN_LOANS_PER_ANSWER);
      expect(answer['truncated']).toBe(true);
      expect(reads() - before).toBeLessThanOrEqual(SHARED_READS + OPEN_LOANS_PER_ANSWER);
    },
  );

  it('get_loans reaches every loan once through next_cursor', async () => {
    const ids: unknown[] = [];
    let cursor: unknown;
    do {
      const page: Record<string, unknown> = await answerOf(
        overRest(gateway.url)('get_loans', { limit: 500, ...(cursor === undefined ? {} : { cursor }) }),
      );
      ids.push(...(page['active'] as { id: number }[]).map(({ id }) => id));
      cursor = page['next_cursor'];
    } while (cursor !== null);
    expect(ids).toEqual(Array.from({ length: BORROWERS }, (_, index) => index + 1));
  });
});
