import { type LyingGateway, lyingGateway } from '../harness/gateway/lying-gateway';
import { TestGateway } from '../harness/gateway/test-gateway';
import { SignerProcess } from './support/signer-process';

const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '10' };

describe('the signer before a gateway that reports falsely', () => {
  let gateway: TestGateway;
  let proxy: LyingGateway;
  let signer: SignerProcess;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    proxy = await lyingGateway(gateway.url);
    signer = await SignerProcess.make(gateway, proxy.url, {
      caps: { USDT: { per_transaction: '10', windows: { '1h': '15' } } },
      allow: { transfer: { USDT: { to: ['bob'], memos: ['a', 'b'] } } },
    });
  });
  afterAll(async () => {
    signer.remove();
    await proxy.close();
    await gateway.close();
  });

  it('a push that is called failed and was executed keeps its room, and a retry pays no second time', async () => {
    const before = await gateway.balance('bob', 'USDT');
    proxy.refuses = ({ tool }) => (tool === 'push_transaction' ? 'contract_refused' : undefined);
    const failed = await signer.send('transfer', { ...PAYMENT, memo: 'a' }, 'one');
    expect(JSON.parse(failed.output)).toMatchObject({
      status: 'unknown',
      next: expect.stringContaining('can still be executed until'),
    });
    await gateway.admin('mine-bitcoin');
    expect(await gateway.balance('bob', 'USDT')).toBe(before + 10_00000000n);
    // An agent that believes the gateway: the same payment under another id, and one that needs the room.
    const renamed = await signer.send('transfer', { ...PAYMENT, memo: 'a' }, 'two');
    expect(renamed.output).toContain('refused (repeated)');
    const other = await signer.send('transfer', { ...PAYMENT, memo: 'b' }, 'three');
    expect(other.output).toContain(
      'refused (cap): USDT: 10.00000000 USDT of 15.00000000 USDT are used within 1 h, 10.00000000 USDT wanted',
    );
    proxy.refuses = undefined;
    const retried = await signer.send('transfer', { ...PAYMENT, memo: 'a' }, 'one');
    expect(JSON.parse(retried.output)).toMatchObject({ status: 'already_executed' });
    expect(await gateway.balance('bob', 'USDT')).toBe(before + 10_00000000n);
  });
});
