import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { TestGateway } from '../harness/gateway/test-gateway';
import { runProgram } from '../harness/process/run-program';
import { PASSPHRASE, SignerProcess } from './support/signer-process';

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

  it('a secret of a container that is a link opens the key through a pipe alone', async () => {
    // As Kubernetes mounts a secret: a link to a file that others can read.
    signer.write('mounted', PASSPHRASE, 0o644);
    symlinkSync(signer.file('mounted'), signer.file('secret'));
    const payment = JSON.stringify({ to: 'bob', symbol: 'USDT', amount: '2' });
    const words = signer.withoutPassphrase(['send', 'transfer', payment, '--request-id', 'container']);
    const run = (end: string) =>
      runProgram('bash', ['-c', `"$@" ${end}`, 'bash', ...words], { cwd: signer.folder });
    const refused = await run('--passphrase-file secret');
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('secret is a link') });
    const sent = await run('--passphrase-fd 3 3< <(cat secret)');
    expect(sent).toEqual({ code: 0, output: expect.stringContaining('"status": "executed"') });
  });

  it('the files in their places sign', async () => {
    const { output } = await signer.send('transfer', { to: 'bob', symbol: 'USDT', amount: '1' }, 'own');
    expect(JSON.parse(output)).toMatchObject({ status: 'executed' });
  });
});
