import { type LyingGateway, lyingGateway } from '../harness/gateway/lying-gateway';
import { type Proposal, TestGateway } from '../harness/gateway/test-gateway';
import { SignerProcess } from './support/signer-process';

const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '1' };

describe('lifetime and number of transactions of a policy', () => {
  let gateway: TestGateway;
  let proxy: LyingGateway;
  let signer: SignerProcess;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    proxy = await lyingGateway(gateway.url);
    signer = await SignerProcess.make(gateway, proxy.url, {
      transactions: { per_hour: 60, lifetime: '30s', concurrent: 1 },
      caps: { USDT: { per_transaction: '10', windows: { '1h': '10' } } },
      allow: { transfer: { USDT: { to: ['bob'], memos: ['a', 'b'] } } },
    });
  });
  afterAll(async () => {
    signer.remove();
    await proxy.close();
    await gateway.close();
  });

  it('a transaction without a known outcome takes its place in every program, and a retry frees it', async () => {
    const first = { ...PAYMENT, memo: 'a' };
    const killed = await signer.send('transfer', first, 'one', signer.killAtCommit(3, 'after'));
    expect(killed.code).toBeNull();
    const other = () => signer.send('transfer', { ...PAYMENT, memo: 'b' }, 'two');
    expect(await other()).toEqual({
      code: 1,
      output: expect.stringContaining(
        'refused (rate): 1 transactions have no known outcome yet, of 1 at most',
      ),
    });
    expect((await signer.send('transfer', first, 'one')).output).toContain('"status": "executed"');
    expect((await other()).output).toContain('"status": "executed"');
  });

  it('a signature can be executed for the lifetime of the policy, and no longer', () => {
    const pushed = proxy.calls.filter(({ tool }) => tool === 'push_transaction');
    expect(pushed).toHaveLength(2);
    for (const { body } of pushed) {
      const { packed_trx } = body['signed_tx'] as Proposal['transaction'];
      const expires = Buffer.from(packed_trx, 'hex').readUInt32LE(0) * 1000;
      expect(expires - Date.now()).toBeLessThanOrEqual(30_000);
    }
  });

  it.each(['61s', '14s', '1m', '0s', '60', 'PT30S'])('a lifetime of %s stops the start', async (lifetime) => {
    signer.changePolicy({ transactions: { per_hour: 60, lifetime } });
    const { code, output } = await signer.run(['policy', 'check']);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('from 15s to 60s') });
  });
});
