import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';
import { TestGateway } from '../harness/gateway/test-gateway';
import { FollowedHistory } from '../harness/history/followed-history';
import { TestChain } from '../harness/node/test-chain';
import { bytesToHex } from '@app/antelope';
import { SignerProcess } from './support/signer-process';

const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '1' };
const LOG_FILES = ['ledger.db', 'ledger.db.head'];

describe('the log of the signer beside the chain', () => {
  let gateway: TestGateway;
  let history: FollowedHistory;
  let signer: SignerProcess;
  beforeAll(async () => {
    const chain = await TestChain.start(
      { contracts: DEPLOYED_CONTRACTS, blocks: 'timed', now: Date.now },
      { shipPort: 0 },
    );
    gateway = await TestGateway.over(chain, chain.url);
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    signer = await SignerProcess.make(gateway, gateway.url, {
      caps: { USDT: { per_transaction: '10', windows: { '24h': '10' } } },
      allow: { transfer: { USDT: { to: ['bob'], memos: ['a', 'b', 'c'] } } },
      history_nodes: [history.url],
      stop_file: '/nonexistent',
    });
    signer.changePolicy({ stop_file: signer.file('STOP') });
    await signer.seal();
  });
  afterAll(async () => {
    signer.remove();
    await history.close();
    await gateway.close();
  });

  const pay = async (memo: string): Promise<string> => {
    const { output } = await signer.send('transfer', { ...PAYMENT, memo }, `pay-${memo}`);
    expect(output).toContain('executed');
    return (JSON.parse(output) as { transaction_id: string }).transaction_id;
  };
  /** Resolves when the history has the block that is the head now. */
  async function followed(): Promise<void> {
    const { num } = gateway.chain.devchain.chain.head();
    await history.until((last) => Number.parseInt(bytesToHex(last).slice(0, 8), 16) >= num);
  }

  it('the nodes confirm what was executed, and reconcile counts it', async () => {
    const id = await pay('a');
    await followed();
    const log = await signer.must('log', '--verify', '--chain');
    expect(log).toContain(`${id} pay-a: executed`);
    expect(log).toContain('have no transaction of the permission that the log lacks');
    expect(await signer.must('reconcile')).toContain(
      'USDT: 1.00000000 USDT signed since the log began, 1.00000000 USDT executed, 0.00000000 USDT expired',
    );
  });

  it('a log that was put back together with its head lacks a payment of the chain, and reconcile stops', async () => {
    for (const name of LOG_FILES) copyFileSync(signer.file(name), signer.file(`${name}.copy`));
    const id = await pay('b');
    for (const name of LOG_FILES) copyFileSync(signer.file(`${name}.copy`), signer.file(name));
    for (const end of ['-wal', '-shm']) rmSync(signer.file(`ledger.db${end}`), { force: true });
    await followed();
    const verified = await signer.run(['log', '--verify', '--chain']);
    expect(verified).toEqual({ code: 1, output: expect.stringContaining(`${id} of block`) });
    expect(existsSync(signer.file('STOP'))).toBe(false);
    const reconciled = await signer.run(['reconcile']);
    expect(reconciled).toEqual({ code: 1, output: expect.stringContaining('is not in the log') });
    const stopped = await signer.send('transfer', { ...PAYMENT, memo: 'c' }, 'pay-c');
    expect(stopped.output).toContain('refused (stopped)');
  });
});
