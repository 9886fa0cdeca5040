import { type LyingGateway, lyingGateway } from '../harness/gateway/lying-gateway';
import type { Ended } from '../harness/process/run-program';
import { TestGateway } from '../harness/gateway/test-gateway';
import { SignerProcess } from './support/signer-process';

const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '10' };

const GUARD = { worse_by_bps: 50, max_age: '2m', beyond: 'refuse' };
const pairs = { btcusdt: { sell_from: '1', price_guard: GUARD } };

describe('the signer before a gateway that reports falsely', () => {
  let gateway: TestGateway;
  let proxy: LyingGateway;
  let signer: SignerProcess;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    proxy = await lyingGateway(gateway.url);
    signer = await SignerProcess.make(gateway, proxy.url, {
      caps: {
        USDT: { per_transaction: '10', windows: { '1h': '45' } },
        BTC: { per_transaction: '0.01', windows: { '1h': '0.01' } },
      },
      allow: {
        transfer: { USDT: { to: ['bob'], memos: ['a', 'b', 'c', 'd', 'e'] } },
        place_order: { pairs },
      },
    });
  });
  beforeEach(() => {
    Object.assign(proxy, { lie: undefined, refuses: undefined, withholds: undefined });
    proxy.calls.length = 0;
  });
  afterAll(async () => {
    signer.remove();
    await proxy.close();
    await gateway.close();
  });

  it('a push that the gateway holds back keeps its room, and is executed once, whenever it is relayed', async () => {
    const before = await gateway.balance('bob', 'USDT');
    proxy.withholds = ({ tool }) => (tool === 'push_transaction' ? 'contract_refused' : undefined);
    const held = await signer.send('transfer', { ...PAYMENT, memo: 'c' }, 'held');
    expect(JSON.parse(held.output)).toMatchObject({
      ...{ status: 'unknown', next: expect.stringContaining('can still be executed until') },
    });
    expect(await gateway.balance('bob', 'USDT')).toBe(before);
    const { body } = proxy.calls.find(({ tool }) => tool === 'push_transaction')!;
    expect(await gateway.call('push_transaction', body)).toMatchObject({ body: { status: 'executed' } });
    proxy.withholds = undefined;
    const retried = await signer.send('transfer', { ...PAYMENT, memo: 'c' }, 'held');
    expect(JSON.parse(retried.output)).toMatchObject({ status: 'already_executed' });
    await gateway.admin('mine-bitcoin');
    expect(await gateway.balance('bob', 'USDT')).toBe(before + 10_00000000n);
    const room = await signer.must('log', '--verify');
    expect(room).toMatch(/^USDT within 1 h: 10\.00000000 USDT used/m);
  });

  it('two different proposals for one call are one transaction, of the bytes that were reserved', async () => {
    const before = await gateway.balance('bob', 'USDT');
    const body = { from: 'alice', ...PAYMENT, memo: 'd', permission: 'agent' };
    const proposals = [await gateway.compose('transfer', body), await gateway.compose('transfer', body)];
    const [one, other] = proposals.map(({ transaction }) => transaction.transaction_id);
    expect(one).not.toBe(other);
    proxy.lie = ({ tool }) => (tool === 'transfer' ? proposals.pop() : undefined);
    const sends: Ended[] = [];
    for (const preload of [signer.killAtPush('before'), signer.killAtPush('after'), undefined])
      sends.push(await signer.send('transfer', { ...PAYMENT, memo: 'd' }, 'two-proposals', preload));
    expect(sends.map(({ code }) => code)).toEqual([null, null, 0]);
    const pushed = proxy.calls.filter(({ tool }) => tool === 'push_transaction');
    expect(pushed).toHaveLength(2);
    expect(new Set(pushed.map(({ body: sent }) => JSON.stringify(sent['signed_tx']))).size).toBe(1);
    await gateway.admin('mine-bitcoin');
    expect(await gateway.balance('bob', 'USDT')).toBe(before + 10_00000000n);
  });

  it('a proposal with the right bytes and other words has the right bytes executed', async () => {
    const [bob, carol] = [await gateway.balance('bob', 'USDT'), await gateway.balance('carol', 'USDT')];
    const body = { from: 'alice', ...PAYMENT, memo: 'e', permission: 'agent' };
    const { transaction, ...words } = await gateway.compose('transfer', { ...body, to: 'carol' });
    proxy.lie = ({ tool }, answer) =>
      tool === 'transfer'
        ? {
            ...words,
            transaction: {
              ...transaction,
              packed_trx: (answer['transaction'] as { packed_trx: string }).packed_trx,
            },
          }
        : undefined;
    const { output } = await signer.send('transfer', { ...PAYMENT, memo: 'e' }, 'words');
    expect(JSON.parse(output)).toMatchObject({
      status: 'executed',
      effect: expect.stringContaining('to bob'),
    });
    await gateway.admin('mine-bitcoin');
    expect(await gateway.balance('bob', 'USDT')).toBe(bob + 10_00000000n);
    expect(await gateway.balance('carol', 'USDT')).toBe(carol);
  });

  it('a false price of the gateway moves no guard: it is not asked', async () => {
    await gateway.admin('price', { price: '80000' });
    proxy.lie = ({ tool }, answer) =>
      tool === 'get_btc_price' ? { ...answer, price: '10' } : { ...answer, warnings: [] };
    const order = { pair: 'btcusdt', side: 'sell', price: '79599', amount: '0.001' };
    const { output } = await signer.send('place_order', order, 'cheap');
    expect(output).toContain('refused (price)');
    expect(new Set(proxy.calls.map(({ tool }) => tool))).toEqual(new Set(['place_order']));
  });

  it('a push that is called failed is found executed at the node, keeps its room, and a retry pays no second time', async () => {
    const before = await gateway.balance('bob', 'USDT');
    proxy.refuses = ({ tool }) => (tool === 'push_transaction' ? 'contract_refused' : undefined);
    const failed = await signer.send('transfer', { ...PAYMENT, memo: 'a' }, 'one');
    expect(JSON.parse(failed.output)).toMatchObject({
      ...{ status: 'already_executed', block_num: expect.any(Number), next: null },
    });
    await gateway.admin('mine-bitcoin');
    expect(await gateway.balance('bob', 'USDT')).toBe(before + 10_00000000n);
    // An agent that believes the gateway: the same payment under another id, and one that needs the room.
    const renamed = await signer.send('transfer', { ...PAYMENT, memo: 'a' }, 'two');
    expect(renamed.output).toContain('refused (repeated)');
    const other = await signer.send('transfer', { ...PAYMENT, memo: 'b' }, 'three');
    expect(other.output).toContain(
      'refused (cap): USDT: 40.00000000 USDT of 45.00000000 USDT are used within 1 h, 10.00000000 USDT wanted: room from 20',
    );
    proxy.refuses = undefined;
    const retried = await signer.send('transfer', { ...PAYMENT, memo: 'a' }, 'one');
    expect(JSON.parse(retried.output)).toMatchObject({ status: 'already_executed' });
    expect(await gateway.balance('bob', 'USDT')).toBe(before + 10_00000000n);
  });
});
