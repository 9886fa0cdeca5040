import type { Answer } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { TestGateway } from '../../harness/gateway/test-gateway';

const PEOPLE = ['alice', 'bob', 'carol'] as const;

interface Page extends Answer {
  readonly active: readonly Answer[];
  readonly queued: readonly Answer[];
  readonly history?: readonly Answer[];
  readonly truncated: boolean;
  readonly next_cursor: string | null;
}

describe.each(SURFACES)('get_loans of all accounts over %s', (_surface, over) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    gateway.call = over(gateway.url);
    await gateway.admin('price', { price: '80000' });
    for (const account of PEOPLE) {
      await gateway.execute('setup_vault', { account });
      await gateway.admin('mine-bitcoin');
      const { btc_address } = await gateway.read('get_vault', { account });
      await gateway.payBitcoin(btc_address, account === 'alice' ? '0.25' : '0.5');
    }
    // Loans 1 to 3 of alice are history, and request 4 of carol; 5 and 6 are open, 7 waits.
    for (let round = 0; round < 3; round += 1) {
      await gateway.execute('borrow', { account: 'alice', amount_usdt: '1000', max_apr_bps: 2000 });
      await gateway.execute('repay', { account: 'alice', amount_usdt: '1100' });
    }
    await gateway.execute('borrow', { account: 'carol', amount_usdt: '1000', max_apr_bps: 1 });
    await gateway.execute('cancel_loan_request', { account: 'carol' });
    await gateway.execute('borrow', { account: 'bob', amount_usdt: '2000', max_apr_bps: 2000 });
    await gateway.execute('borrow', { account: 'alice', amount_usdt: '3000', max_apr_bps: 2000 });
    await gateway.execute('borrow', { account: 'carol', amount_usdt: '4000', max_apr_bps: 1 });
  });
  afterAll(() => gateway.close());

  const loans = async (input: Answer = {}) => (await gateway.read('get_loans', input)) as Page;

  async function pages(input: Answer): Promise<Page[]> {
    const read: Page[] = [];
    for (let cursor: Answer = {}; read.length < 20;) {
      const page = await loans({ ...input, ...cursor });
      read.push(page);
      if (page.next_cursor === null) return read;
      cursor = { cursor: page.next_cursor };
    }
    throw new Error('the pages have no end');
  }
  const all = (read: readonly Page[], list: 'active' | 'queued' | 'history') =>
    read.flatMap((page) => (page[list] ?? []).map((row) => row['id']));

  it('get_loans returns one page with the collateral of each loan while they fit', async () => {
    const page = await loans({ include_completed: true });
    expect(page.active).toMatchObject([
      { id: 5, account: 'bob', principal_usdt: '2000.00000000', collateral_cbtc: '0.50000000' },
      { id: 6, account: 'alice', principal_usdt: '3000.00000000', collateral_cbtc: '0.25000000' },
    ]);
    expect([all([page], 'queued'), all([page], 'history')]).toEqual([[7], [4, 3, 2, 1]]);
    expect(page).toMatchObject({ truncated: false, next_cursor: null });
  });

  it.each([1, 2, 3])(
    'get_loans returns each row once in pages of %i, in the order of one page',
    async (limit) => {
      const read = await pages({ include_completed: true, limit });
      expect(read).toHaveLength(Math.ceil(4 / limit));
      expect(read.map(({ truncated }) => truncated)).toEqual(read.map((_, index) => index < read.length - 1));
      expect([all(read, 'active'), all(read, 'queued'), all(read, 'history')]).toEqual([
        ...[[5, 6], [7], [4, 3, 2, 1]],
      ]);
    },
  );

  it('get_loans ends without the history when include_completed is absent', async () => {
    const read = await pages({ limit: 1 });
    expect([all(read, 'active'), all(read, 'queued')]).toEqual([[5, 6], [7]]);
    expect(read).toHaveLength(2);
    expect(read.every((page) => page.history === undefined)).toBe(true);
  });

  it('get_loans continues with the history when include_completed is sent with the cursor', async () => {
    const { next_cursor: cursor } = await loans({ limit: 1 });
    const page = await loans({ include_completed: true, cursor });
    expect([all([page], 'active'), all([page], 'history')]).toEqual([[6], [4, 3, 2, 1]]);
  });

  it('get_loans truncates the loans of one account at the limit, without a cursor', async () => {
    const page = await loans({ account: 'alice', include_completed: true, limit: 2 });
    expect([all([page], 'active'), all([page], 'history')]).toEqual([[6], [3, 2]]);
    expect(page).toMatchObject({ truncated: true, next_cursor: null });
    const asked = { account: 'alice', cursor: '1--' };
    expect(await gateway.refusal('get_loans', asked)).toBe('cursor: cannot be combined with account');
    expect(await gateway.refusal('get_loans', { cursor: '18446744073709551616--' })).toBe(
      'cursor: must be next_cursor of an answer',
    );
  });
});
