import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { TestGateway } from '../harness/gateway/test-gateway';
import { SignerProcess } from './support/signer-process';

describe('the files of a signer that another program replaced by links', () => {
  let gateway: TestGateway;
  let signer: SignerProcess;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    signer = await SignerProcess.make(gateway, gateway.url, {
      caps: { USDT: { per_transaction: '10', windows: { '1h': '10' } } },
      allow: { transfer: { USDT: { to: ['bob'] } } },
    });
  });
  afterAll(async () => {
    signer.remove();
    await gateway.close();
  });

  it.each(['policy.yaml', 'profile.yaml', 'key.json', 'ledger.db', 'ledger.db.head', 'passphrase'])(
    'a link in place of %s signs nothing, also to the very file',
    async (name) => {
      const before = await gateway.balance('bob', 'USDT');
      renameSync(signer.file(name), signer.file(`${name}.real`));
      symlinkSync(signer.file(`${name}.real`), signer.file(name));
      const payment = { to: 'bob', symbol: 'USDT', amount: '1' };
      const { code, output } = await signer.send('transfer', payment, `link-${name}`);
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(signer.file(name)) });
      rmSync(signer.file(name));
      renameSync(signer.file(`${name}.real`), signer.file(name));
      await gateway.admin('mine-bitcoin');
      expect(await gateway.balance('bob', 'USDT')).toBe(before);
    },
  );

  it('the files in their places sign', async () => {
    const { output } = await signer.send('transfer', { to: 'bob', symbol: 'USDT', amount: '1' }, 'own');
    expect(JSON.parse(output)).toMatchObject({ status: 'executed' });
  });
});
