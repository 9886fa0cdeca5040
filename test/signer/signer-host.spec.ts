import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type LyingGateway, lyingGateway } from '../harness/gateway/lying-gateway';
import { TestGateway } from '../harness/gateway/test-gateway';
import { Agent, GENERATIONS } from './support/mcp-clients';
import { SignerProcess } from './support/signer-process';

const TEN = 10_00000000n;
const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '10' };

describe('the signer below a host that may misbehave', () => {
  let gateway: TestGateway;
  let proxy: LyingGateway;
  let signer: SignerProcess;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    proxy = await lyingGateway(gateway.url);
    signer = await SignerProcess.make(gateway, proxy.url, {
      caps: { USDT: { per_transaction: '30', windows: { '1h': '60' } } },
      allow: { transfer: { USDT: { to: ['bob'], memos: ['a', 'b', 'c', 'd', '2025', '2026'] } } },
      confirm: { above: { USDT: '20' } },
    });
  });
  afterAll(async () => {
    signer.remove();
    await proxy.close();
    await gateway.close();
  });
  beforeEach(() => {
    proxy.breaks = undefined;
    proxy.lie = undefined;
  });

  it.each([
    ['while it composes', 'transfer', 'a', 0n, 'executed'],
    ['after the gateway got the signature', 'push_transaction', 'b', TEN, 'already_executed'],
  ])('a pipe that the host closes %s costs no second payment', async (_, at, memo, paid, status) => {
    const before = await gateway.balance('bob', 'USDT');
    const agent = await Agent.modern(signer.serving());
    const closed = new Promise<void>((resolve) => {
      proxy.breaks = ({ tool }) => {
        if (tool === at) resolve(agent.close());
        return undefined;
      };
    });
    const call = { tool: 'transfer', arguments: { ...PAYMENT, memo }, request_id: `pipe-${memo}` };
    const lost = agent.call('send', call).catch((error: unknown) => error);
    await closed;
    expect(await lost).toBeInstanceOf(Error);
    proxy.breaks = undefined;
    await gateway.admin('mine-bitcoin');
    expect(await gateway.balance('bob', 'USDT')).toBe(before + paid);
    const { output } = await signer.send('transfer', { ...PAYMENT, memo }, `pipe-${memo}`);
    expect(JSON.parse(output)).toMatchObject({ status });
    await gateway.admin('mine-bitcoin');
    expect(await gateway.balance('bob', 'USDT')).toBe(before + TEN);
  });

  it('a pipe that the host closes between the reservation and the signature costs no second payment', async () => {
    const before = await gateway.balance('bob', 'USDT');
    const [command = '', ...args] = signer.serving(signer.waitAfterCommit(3));
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    const payment = { ...PAYMENT, memo: 'd' };
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'host', version: '1.0.0' };
    say({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    await once(child.stdout, 'data');
    say({ method: 'notifications/initialized' });
    const call = { tool: 'transfer', arguments: payment, request_id: 'pipe-d' };
    say({ id: 2, method: 'tools/call', params: { name: 'send', arguments: call } });
    while (!existsSync(signer.file('waiting'))) await pause(20);
    expect((await signer.must('log')).match(/"request":"pipe-d"/g)).toHaveLength(1);
    child.stdin.destroy();
    child.stdout.destroy();
    signer.write('go', '');
    await ended;
    const { output } = await signer.send('transfer', payment, 'pipe-d');
    expect(JSON.parse(output)).toMatchObject({ status: expect.stringMatching(/^(already_)?executed$/) });
    await gateway.admin('mine-bitcoin');
    expect(await gateway.balance('bob', 'USDT')).toBe(before + TEN);
  });

  it.each(GENERATIONS)(
    'a call that the client of %s gave up while it was composed is not signed, until it is sent again',
    async (memo, connect) => {
      const agent = await connect(signer.serving());
      const call = { tool: 'transfer', arguments: { ...PAYMENT, memo }, request_id: `given-up-${memo}` };
      const given = new AbortController();
      proxy.lie = async ({ tool }) => {
        if (tool !== 'transfer') return;
        proxy.lie = undefined;
        given.abort();
        // The signer takes messages in their order: it knows by then that the call was given up.
        await agent.call('policy');
      };
      try {
        await expect(agent.call('send', call, { signal: given.signal })).rejects.toThrow();
        expect(await agent.json('send', call)).toMatchObject({ status: 'executed' });
      } finally {
        await agent.close();
      }
      const entries = (await signer.must('log')).split('\n').filter((line) => line.startsWith('{'));
      const types = entries.map((line) => (JSON.parse(line) as { type: string }).type);
      // Bytes of two attempts would have a claim between them.
      expect(types.slice(-2)).toEqual(['reserve', 'outcome']);
    },
  );

  it('a host that says yes to every question approves nothing: it is not asked', async () => {
    const host = new Client(
      { name: 'host', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } } },
    );
    let questions = 0;
    host.setRequestHandler(ElicitRequestSchema, () => {
      questions += 1;
      return { action: 'accept' as const, content: { approve: true } };
    });
    const [command = '', ...args] = signer.serving();
    await host.connect(new StdioClientTransport({ command, args }));
    try {
      const { tools } = await host.listTools();
      const own = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
      expect(own.map(({ name }) => name)).toEqual(['send']);
      const call = { tool: 'transfer', arguments: { ...PAYMENT, amount: '21', memo: 'c' } };
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect(
          await host.callTool({ name: 'send', arguments: { ...call, request_id: 'asked' } }),
        ).toMatchObject({
          isError: true,
          content: [{ text: expect.stringContaining('refused (approval)') }],
        });
      expect(questions).toBe(0);
    } finally {
      await host.close();
    }
  });
});
