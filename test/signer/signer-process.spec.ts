import { existsSync, readFileSync, statSync } from 'node:fs';
import { type LyingGateway, lyingGateway } from '../harness/gateway/lying-gateway';
import { type Proposal, TestGateway } from '../harness/gateway/test-gateway';
import { SignerProcess } from './support/signer-process';

const RULES = {
  transactions: { per_hour: 60 },
  caps: {
    USDT: { per_transaction: '500', windows: { '1h': '1000', '24h': '1000' } },
    BTC: { per_transaction: '0.01', windows: { '24h': '0.01' } },
  },
  debt_caps: { USDT: { per_transaction: '1000', windows: { '24h': '1000' } } },
  allow: {
    transfer: { USDT: { to: ['bob'], memos: ['', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', '\u009b1A'] } },
    place_order: { pairs: { btcusdt: { buy_up_to: '100000', sell_from: '50000' } } },
    cancel_order: {},
    lend: { pools: [6] },
    borrow: { pools: [6], max_apr_bps: 2000 },
    repay: {},
  },
};
const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '10' };
const TEN = 10_00000000n;

describe('the signer as a process, before a gateway that may lie', () => {
  let gateway: TestGateway;
  let proxy: LyingGateway;
  let signer: SignerProcess;
  let count = 0;
  const fresh = (): string => `request-${(count += 1)}`;

  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    proxy = await lyingGateway(gateway.url);
    signer = await SignerProcess.make(gateway, proxy.url, RULES);
  });
  afterAll(async () => {
    signer.remove();
    await proxy.close();
    await gateway.close();
  });
  beforeEach(() => {
    proxy.lie = undefined;
    proxy.breaks = undefined;
    proxy.calls.length = 0;
  });

  const usdtOf = async (account: string): Promise<bigint> => {
    const rows = await gateway.chain.read<string[]>('get_currency_balance', {
      ...{ code: 'usdt.token', account, symbol: 'USDT' },
    });
    return BigInt((rows[0] ?? '0.00000000 USDT').replace(/[. A-Z]/g, ''));
  };
  const pushes = () => proxy.calls.filter(({ tool }) => tool === 'push_transaction');

  it('the signer transfers, trades, lends, borrows and repays within its policy', async () => {
    await gateway.execute('setup_vault', { account: 'alice' });
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', { account: 'alice' });
    await gateway.payBitcoin(btc_address, '1');
    const calls: [string, object][] = [
      ['transfer', PAYMENT],
      ['place_order', { pair: 'btcusdt', side: 'sell', price: '90000', amount: '0.001' }],
      ['lend', { amount_usdt: '400' }],
      ['borrow', { amount_usdt: '100', max_apr_bps: 2000 }],
      ['repay', { amount_usdt: '5' }],
    ];
    for (const [tool, input] of calls) {
      const { code, output } = await signer.send(tool, input, fresh());
      expect({ tool, code, output }).toEqual({
        tool,
        code: 0,
        output: expect.stringContaining('"status": "executed"'),
      });
    }
    const { orders } = (await gateway.read('get_orders', { account: 'alice' })) as { orders: unknown[] };
    const { active } = (await gateway.read('get_loans', { account: 'alice' })) as { active: unknown[] };
    expect([orders.length, active.length]).toEqual([1, 1]);
    const log = await signer.must('log', '--verify');
    expect(log).toMatch(/^USDT within 1 h: 415\.00000000 USDT used, 585\.00000000 USDT left$/m);
    expect(log).toContain('each authentic and in its place');
  });

  it.each<[string, string, object]>([
    [
      'not_allowed',
      'withdraw_btc',
      { amount: '0.01', btc_address: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202' },
    ],
    ['receiver', 'transfer', { ...PAYMENT, to: 'carol' }],
    ['cap', 'transfer', { ...PAYMENT, amount: '501' }],
    ['price', 'place_order', { pair: 'btcusdt', side: 'sell', price: '49999', amount: '0.001' }],
    ['gateway', 'cancel_order', { pair: 'btcusdt', order_id: 999 }],
    // One loan at a time.
    ['simulation', 'borrow', { amount_usdt: '100', max_apr_bps: 2000 }],
  ])('the signer refuses by rule %s a call of %s', async (rule, tool, input) => {
    const { code, output } = await signer.send(tool, input, fresh());
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(`refused (${rule})`) });
    expect(pushes()).toEqual([]);
  });

  it.each<[string, object]>([
    ['receiver', { to: 'carol' }],
    ['amount', { amount: '10.00000001' }],
    ['token', { symbol: 'BTC' }],
    ['memo', { memo: 'other' }],
    ['permission', { permission: 'owner' }],
  ])('the signer signs nothing when the gateway proposes another %s', async (_, change) => {
    const lie = await gateway.compose('transfer', {
      from: 'alice',
      ...PAYMENT,
      permission: 'agent',
      ...change,
    });
    proxy.lie = ({ tool }) => (tool === 'transfer' ? lie : undefined);
    const { code, output } = await signer.send('transfer', PAYMENT, fresh());
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('refused (proposal)') });
    expect(pushes()).toEqual([]);
  });

  it('the signer signs its own header: a transaction that lives a minute', async () => {
    const { code } = await signer.send('transfer', { ...PAYMENT, memo: 'a' }, fresh());
    expect(code).toBe(0);
    const { packed_trx } = pushes()[0]!.body['signed_tx'] as Proposal['transaction'];
    const expires = Buffer.from(packed_trx, 'hex').readUInt32LE(0) * 1000;
    expect(expires - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it.each<[string, string, number, 'before' | 'after', number]>([
    ['before room is taken', 'b', 3, 'before', 0],
    ['after room is taken, before it signs', 'c', 3, 'after', 2],
    ['after the chain executed, before it notes that', 'd', 5, 'before', 3],
  ])('a signer that is killed %s pays once when sent again', async (_, memo, commit, when, claims) => {
    const before = await usdtOf('bob');
    const request = fresh();
    const payment = { ...PAYMENT, memo };
    const killed = await signer.send('transfer', payment, request, signer.killAtCommit(commit, when));
    expect(killed).toEqual({ code: null, output: '' });
    expect(pushes()).toHaveLength(commit === 5 ? 1 : 0);
    const { code, output } = await signer.send('transfer', payment, request);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining(`"status": "${commit === 5 ? 'already_executed' : 'executed'}"`),
    });
    expect(await usdtOf('bob')).toBe(before + TEN);
    // A reservation that a second attempt took never gives its room back.
    const entries = (await signer.must('log')).split('\n').map((line) => line.slice(0, 16));
    expect(entries.filter((entry) => entry === '{"type":"claim",')).toHaveLength(claims);
    const again = await signer.send('transfer', payment, request);
    expect(again.output).toContain('already_executed');
    expect(await usdtOf('bob')).toBe(before + TEN);
  });

  it('a push that no answer came to is sent again with the same bytes', async () => {
    const before = await usdtOf('bob');
    let lost = 0;
    proxy.breaks = ({ tool }) => (tool === 'push_transaction' && (lost += 1) <= 2 ? 'after' : undefined);
    const { output } = await signer.send('transfer', { ...PAYMENT, memo: 'h' }, fresh());
    expect(output).toContain('executed');
    expect(new Set(pushes().map(({ body }) => JSON.stringify(body['signed_tx']))).size).toBe(1);
    expect(pushes()).toHaveLength(3);
    expect(await usdtOf('bob')).toBe(before + TEN);
  });

  it('no command prints a character that moves the cursor of a terminal', async () => {
    const unknown = await signer.run(['no\u001b[2Ksuch']);
    expect(unknown).toEqual({ code: 2, output: expect.stringContaining('no command no\\u001b[2Ksuch') });
    const { code, output } = await signer.send('transfer', { ...PAYMENT, memo: '\u009b1A' }, fresh());
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('\\u009b1A') });
    const shown = await signer.must('policy', 'show');
    expect(/[^\P{C}\n]/u.exec(unknown.output + output + shown)).toBeNull();
  });

  it('the signer says in one line without escapes that a flag has no value', async () => {
    expect(await signer.run(['log', '--account', '--verify'])).toEqual({
      code: 2,
      output: expect.stringContaining("'--account' argument is ambiguous. Did you forget"),
    });
  });

  it('the signer refuses an equal call under a new request id', async () => {
    await signer.send('transfer', { ...PAYMENT, memo: 'e' }, fresh());
    const before = await usdtOf('bob');
    const { code, output } = await signer.send('transfer', { ...PAYMENT, memo: 'e' }, fresh());
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('refused (repeated)') });
    expect(await usdtOf('bob')).toBe(before);
  });

  it('a key is exported to a file after a warning, and its owner can import it again', async () => {
    const to = signer.file('exported');
    const asked = await signer.run(['key', 'export', '--to', to]);
    expect(asked).toEqual({ code: 1, output: expect.stringContaining('WARNING: a holder of that file') });
    expect(existsSync(to)).toBe(false);
    expect(await signer.confirmed('key', 'export', '--to', to)).toBe(`written: ${to}\n`);
    const exported = readFileSync(to, 'utf8').trim();
    expect(exported).toBe(String(gateway.chain.keyOf('alice', 'agent')));
    expect(statSync(to).mode & 0o777).toBe(0o600);
    const other = await SignerProcess.make(gateway, proxy.url, RULES, exported);
    try {
      expect(await other.must('key', 'list')).toBe(await signer.must('key', 'list'));
    } finally {
      other.remove();
    }
  });

  it('a policy that was edited opens no key until it is sealed, and a stop file stops', async () => {
    const stop_file = signer.file('STOP');
    signer.changePolicy({ stop_file });
    const edited = await signer.send('transfer', { ...PAYMENT, memo: 'f' }, fresh());
    expect(edited).toEqual({ code: 1, output: expect.stringContaining('signer policy seal') });
    const asked = await signer.run(['policy', 'seal']);
    expect(asked).toEqual({ code: 1, output: expect.stringContaining('Nothing was changed.') });
    expect(asked.output).toContain('- No stop file.\n+ While');
    const unsealed = await signer.send('transfer', { ...PAYMENT, memo: 'f' }, fresh());
    expect(unsealed.output).toContain('signer policy seal');
    const [, code = ''] = /--confirm ([0-9a-f]{64})$/m.exec(asked.output) ?? [];
    signer.changePolicy({ stop_file, transactions: { per_hour: 1000 } });
    const other = await signer.run(['policy', 'seal', '--confirm', code]);
    expect(other).toEqual({ code: 1, output: expect.stringContaining('is not the code of this step') });
    signer.changePolicy({ stop_file, transactions: RULES.transactions });
    // A part of the code could be made to fit another policy.
    const part = await signer.run(['policy', 'seal', '--confirm', code.slice(0, 16)]);
    expect(part).toEqual({ code: 1, output: expect.stringContaining('is not the code of this step') });
    expect(await signer.must('policy', 'seal', '--confirm', code)).toMatch(/^sealed$/m);
    signer.write('STOP', '');
    const stopped = await signer.send('transfer', { ...PAYMENT, memo: 'f' }, fresh());
    expect(stopped).toEqual({ code: 1, output: expect.stringContaining('refused (stopped)') });
    expect(existsSync(signer.file('key.json'))).toBe(true);
  });
});

describe('the rules that read the chain, before a real one', () => {
  it('price guard, open orders, loan-to-value and hours hold by the tables of the node', async () => {
    const gateway = await TestGateway.start();
    const band = { buy_up_to: '100000', sell_from: '50000' };
    const btcusdt = {
      ...band,
      price_guard: { worse_by_bps: 50, max_age: '2m', beyond: 'refuse' },
      open_orders: { count: 1, value: '100' },
    };
    const borrow = { pools: [6], max_apr_bps: 2000, max_ltv_bps: 4000 };
    const allow = { ...RULES.allow, borrow, place_order: { pairs: { btcusdt } } };
    const signer = await SignerProcess.make(gateway, gateway.url, { ...RULES, allow });
    const output = async (tool: string, input: object) =>
      (await signer.send(tool, input, `live-${(count += 1)}`)).output;
    let count = 0;
    try {
      await gateway.admin('price', { price: '80000' });
      const order = { pair: 'btcusdt', side: 'sell', price: '79599', amount: '0.001' };
      expect(await output('place_order', order)).toContain('refused (price)');
      expect(await output('place_order', { ...order, price: '79600' })).toContain('"status": "executed"');
      expect(await output('place_order', { ...order, price: '90000' })).toContain('refused (cap)');

      await gateway.execute('setup_vault', { account: 'alice' });
      await gateway.admin('mine-bitcoin');
      const { btc_address } = await gateway.read('get_vault', { account: 'alice' });
      await gateway.payBitcoin(btc_address, '0.01');
      await gateway.execute('lend', { account: 'bob', amount_usdt: '1000' });
      await gateway.admin('price', { price: '80000' });
      // 0.01 BTC are worth 800 USDT, of which 4000 bps are 320.
      expect(await output('borrow', { amount_usdt: '321', max_apr_bps: 2000 })).toContain('refused (cap)');
      expect(await output('borrow', { amount_usdt: '320', max_apr_bps: 2000 })).toContain('executed');

      const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 2) % 7]!;
      signer.changePolicy({ hours: { zone: 'UTC', within: [`${day} 00:00-24:00`] } });
      await signer.seal();
      expect(await output('transfer', PAYMENT)).toContain('outside of the hours of the policy');
    } finally {
      signer.remove();
      await gateway.close();
    }
  });
});

describe('several signers at once', () => {
  it('two programs on one folder spend a cap together, and not more', async () => {
    const gateway = await TestGateway.start();
    const caps = { USDT: { per_transaction: '10', windows: { '1h': '30' } } };
    const signer = await SignerProcess.make(gateway, gateway.url, { ...RULES, caps });
    try {
      const before = await gateway.balance('bob', 'USDT');
      const memos = ['a', 'b', 'c', 'd', 'e', 'f'];
      const pairs = [memos.slice(0, 3), memos.slice(3)].map(async (own) => {
        const codes: (number | null)[] = [];
        for (const memo of own)
          codes.push((await signer.send('transfer', { ...PAYMENT, memo }, `p-${memo}`)).code);
        return codes;
      });
      const codes = (await Promise.all(pairs)).flat();
      expect(codes.filter((code) => code === 0)).toHaveLength(3);
      expect(codes.filter((code) => code === 1)).toHaveLength(3);
      await gateway.admin('mine-bitcoin');
      expect(await gateway.balance('bob', 'USDT')).toBe(before + 3n * TEN);
    } finally {
      signer.remove();
      await gateway.close();
    }
  });
});
