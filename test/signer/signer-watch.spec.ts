import { bytesToHex } from '@app/antelope';
import { existsSync, rmSync } from 'node:fs';
import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';
import { TestGateway } from '../harness/gateway/test-gateway';
import { FollowedHistory } from '../harness/history/followed-history';
import { TestChain } from '../harness/node/test-chain';
import { until } from '../harness/until';
import { GENERATIONS } from './support/mcp-clients';
import { SignerProcess } from './support/signer-process';

const [[, connect]] = GENERATIONS;
const LETTERS = [...'abcdefgh'];
const RULES = {
  caps: { USDT: { per_transaction: '10', windows: { '24h': '10' } } },
  allow: { transfer: { USDT: { to: ['bob'], memos: LETTERS } }, cancel_order: {} },
};

describe('a signer that compares its log with the chain while it serves', () => {
  let gateway: TestGateway;
  let history: FollowedHistory;
  let signer: SignerProcess;
  let copy: SignerProcess;
  beforeAll(async () => {
    const chain = await TestChain.start(
      { contracts: DEPLOYED_CONTRACTS, blocks: 'timed', now: Date.now },
      { shipPort: 0 },
    );
    gateway = await TestGateway.over(chain, chain.url);
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    signer = await SignerProcess.make(gateway, gateway.url, RULES);
    signer.changePolicy({
      ...{ history_nodes: [history.url], stop_file: signer.file('STOP'), reconcile: '1m' },
    });
    await signer.seal();
    // The same key in another folder, with a log of its own.
    copy = await SignerProcess.make(gateway, gateway.url, RULES);
  });
  afterAll(async () => {
    copy.remove();
    signer.remove();
    await history.close();
    await gateway.close();
  });

  const payment = (memo: string) => ({ to: 'bob', symbol: 'USDT', amount: '1', memo });
  const send = (memo: string) => ({
    ...{ tool: 'transfer', arguments: payment(memo), request_id: `watch-${memo}` },
  });
  /** A minute of the schedule is a fifth of a second. */
  function withShortMinutes(): string {
    signer.write(
      'minutes.cjs',
      `const timers = require('node:timers/promises');
       const { setTimeout } = timers;
       timers.setTimeout = (ms, ...rest) => setTimeout(ms === 60_000 ? 200 : ms, ...rest);`,
    );
    return signer.file('minutes.cjs');
  }
  async function followed(): Promise<void> {
    const { num } = gateway.chain.devchain.chain.head();
    await history.until((last) => Number.parseInt(bytesToHex(last).slice(0, 8), 16) >= num);
  }

  it('a payment by a copy of the key stops the signer while it serves, and at its next start', async () => {
    const agent = await connect(signer.serving(withShortMinutes()));
    try {
      expect(await agent.json('send', send('a'))).toMatchObject({ status: 'executed' });
      await followed();
      expect(await agent.json('send', send('b'))).toMatchObject({ status: 'executed' });
      const { output } = await copy.send('transfer', payment('c'), 'copied');
      const { transaction_id: id } = JSON.parse(output) as { transaction_id: string };
      await until(() => existsSync(signer.file('STOP')));
      const refusal = await agent.text('send', send('d'));
      expect(refusal).toContain('refused (stopped)');
      expect(refusal).toContain(`such as ${id}`);
      // Without the file this program knows it still, and lets orders be cancelled.
      rmSync(signer.file('STOP'));
      expect(await agent.text('send', send('d'))).toContain('refused (stopped)');
      const cancel = { tool: 'cancel_order', arguments: { pair: 'btcusdt', order_id: 999 } };
      expect(await agent.text('send', { ...cancel, request_id: 'cancel' })).toContain('refused (gateway)');
    } finally {
      await agent.close();
    }
    const next = await connect(signer.serving());
    try {
      expect(await next.text('send', send('d'))).toContain('that the log lacks');
      expect(existsSync(signer.file('STOP'))).toBe(true);
    } finally {
      await next.close();
    }
  });

  it('a history that does not answer lets a signer that starts sign nothing', async () => {
    rmSync(signer.file('STOP'), { force: true });
    signer.changePolicy({ history_nodes: ['http://127.0.0.1:9'] });
    await signer.seal();
    const agent = await connect(signer.serving());
    try {
      expect(await agent.text('send', send('e'))).toContain(
        'refused (stopped): the log was not compared with the chain since the start: fetch failed',
      );
    } finally {
      await agent.close();
    }
  });
});
