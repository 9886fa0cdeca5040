import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { TestGateway } from '../harness/gateway/test-gateway';
import { Agent, GENERATIONS } from './support/mcp-clients';
import { SignerProcess } from './support/signer-process';

const RULES = {
  caps: { USDT: { per_transaction: '10', windows: { '1h': '16' } } },
  allow: { transfer: { USDT: { to: ['bob'], memos: ['first', 'second'] } } },
  confirm: { above: { USDT: '5' } },
};

describe('the signer over MCP', () => {
  let gateway: TestGateway;
  const codes = new Map<string, string>();
  let signer: SignerProcess;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    signer = await SignerProcess.make(gateway, gateway.url, RULES);
  });
  afterAll(async () => {
    signer.remove();
    await gateway.close();
  });

  it.each([
    ['first', ...GENERATIONS[0]],
    ['second', ...GENERATIONS[1]],
  ])(
    'an agent pays once with memo %s over the client of %s, and no more than the policy allows',
    async (memo, _, connect) => {
      const agent = await connect(signer.serving());
      const call = agent.call.bind(agent);
      try {
        const { tools } = await agent.client.listTools();
        const names = tools.map(({ name }) => name);
        expect(names.slice(0, 3)).toEqual(['send', 'policy', 'log']);
        expect(names).toContain('get_orderbook');
        for (const withheld of ['get_table_rows', 'push_transaction', 'transfer'])
          expect(names).not.toContain(withheld);
        // A model calls a tool by its fields: it has them from the signer, never from the gateway.
        expect(tools.find(({ name }) => name === 'get_orderbook')!.inputSchema).toMatchObject({
          properties: { pair: { enum: ['btcusdt', 'nativebtc'] }, depth: { type: 'integer', maximum: 200 } },
          required: ['pair'],
        });
        expect(tools[0]!.inputSchema.properties).toMatchObject({
          arguments: {
            description: expect.stringMatching(/ Allowed: transfer \{to, symbol: \S+ .*, amount, memo\?\}/),
          },
        });

        const before = await gateway.balance('bob', 'USDT');
        const payment = { to: 'bob', symbol: 'USDT', amount: '5', memo };
        const sent = { tool: 'transfer', arguments: payment, request_id: `pay-${memo}` };
        for (const status of ['executed', 'already_executed'])
          expect(JSON.parse((await call('send', sent)).content[0]!.text)).toMatchObject({ status });
        await gateway.admin('mine-bitcoin');
        expect(await gateway.balance('bob', 'USDT')).toBe(before + 5_00000000n);

        const large = await call('send', {
          ...sent,
          arguments: { ...payment, amount: '11' },
          request_id: 'large',
        });
        expect(large).toMatchObject({
          isError: true,
          content: [{ text: expect.stringContaining('refused (cap)') }],
        });
        const asked = { ...sent, arguments: { ...payment, amount: '5.1' }, request_id: `ask-${memo}` };
        const waiting = await call('send', asked);
        codes.set(
          memo,
          new RegExp(`signer approve ask-${memo} ([0-9a-f]{16})\\.`).exec(waiting.content[0]!.text)![1]!,
        );
        expect((await call('policy', {})).content[0]!.text).toContain('USDT may be sent to bob alone');
        expect((await call('log', {})).content[0]!.text).toContain(`"request": "pay-${memo}"`);
        expect((await call('get_account', { account: 'bob' })).content[0]!.text).toContain('"balances"');
      } finally {
        await agent.close();
      }
    },
  );

  it('an agent has its session before the key is open', async () => {
    const agent = await Agent.modern(signer.serving(signer.withoutDerivation()));
    try {
      expect((await agent.client.listTools()).tools.map(({ name }) => name)).toContain('send');
      expect(await agent.text('get_account', { account: 'bob' })).toContain('"balances"');
    } finally {
      await agent.close();
    }
  });

  it('a key that does not open ends the program, and the session with it', async () => {
    signer.write('other', 'another passphrase');
    const [command = '', ...args] = [...signer.serving(), '--passphrase-file', signer.file('other')];
    // Its standard input stays open: the program ends by itself.
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
    const errors = text(child.stderr);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await errors).toContain('the key does not open');
  });

  it('a request above the limit is signed once a person has approved it, by its own call alone', async () => {
    const code = codes.get('first')!;
    const other = { to: 'bob', symbol: 'USDT', amount: '5.2', memo: 'first' };
    expect((await signer.send('transfer', other, 'ask-first')).output).toContain('refused (approval)');
    // The agent has put another call in the place of the one that the person knows.
    await expect(signer.must('approve', 'ask-first', code)).rejects.toThrow('waits for another call');
    await signer.send('transfer', { ...other, amount: '5.1' }, 'ask-first');
    expect(await signer.must('approve')).toContain(
      `signer approve ask-first ${code}   # pays 5.10000000 USDT to bob`,
    );
    // The log, which the agent reads, has the hash of the question: without the key, no part of it is the code.
    const asked = new RegExp('"type":"ask","request":"ask-first","call":"([0-9a-f]{64})"', 'g');
    const hash = [...(await signer.must('log')).matchAll(asked)].at(-1)![1]!;
    await expect(signer.must('approve', 'ask-first', hash.slice(0, 16))).rejects.toThrow(
      'another version of this program made that code',
    );
    expect(await signer.must('approve', 'ask-first', code)).toContain(
      'approved: pays 5.10000000 USDT to bob',
    );
    expect((await signer.send('transfer', other, 'ask-first')).output).toContain('refused (approval)');
    const approved = await signer.send('transfer', { ...other, amount: '5.1' }, 'ask-first');
    expect(approved.output).toContain('"status": "executed"');
    // 15.1 of 16 USDT are spent: an approval gives no room.
    await signer.must('approve', 'ask-second', codes.get('second')!);
    const second = await signer.send('transfer', { ...other, amount: '5.1', memo: 'second' }, 'ask-second');
    expect(second.output).toContain('refused (cap)');
  });
});
