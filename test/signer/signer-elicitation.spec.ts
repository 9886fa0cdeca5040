import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type LyingGateway, lyingGateway } from '../harness/gateway/lying-gateway';
import { TestGateway } from '../harness/gateway/test-gateway';
import { Agent, GENERATIONS, type HostAnswer, type ToolAnswer } from './support/mcp-clients';
import { SignerProcess } from './support/signer-process';

const YES = { action: 'accept', content: { approve: true } };
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

describe('a policy that lets the host of the agent approve', () => {
  let gateway: TestGateway;
  let proxy: LyingGateway;
  let signer: SignerProcess;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    proxy = await lyingGateway(gateway.url);
    signer = await SignerProcess.make(gateway, proxy.url, {
      caps: { USDT: { per_transaction: '10', windows: { '1h': '50' } } },
      allow: { transfer: { USDT: { to: ['bob'], memos: LETTERS } } },
      confirm: { above: { USDT: '5' }, elicitation: true },
    });
  });
  afterAll(async () => {
    signer.remove();
    await proxy.close();
    await gateway.close();
  });
  beforeEach(() => {
    proxy.calls.length = 0;
  });

  const pushes = () => proxy.calls.filter(({ tool }) => tool === 'push_transaction');
  const payment = (memo: string, amount = '6') => ({
    tool: 'transfer',
    arguments: { to: 'bob', symbol: 'USDT', amount, memo },
    request_id: `host-${memo}`,
  });
  const failure = (error: Error): ToolAnswer => ({ isError: true, content: [{ text: error.message }] });
  let used = 0;
  const memoOf = (): string => LETTERS[(used += 1) - 1]!;

  const HOSTILE: [string, HostAnswer][] = [
    ['declines', () => ({ action: 'decline' })],
    ['cancels', () => ({ action: 'cancel' })],
    ['accepts nothing', () => ({ action: 'accept' })],
    ['accepts no', () => ({ action: 'accept', content: { approve: false } })],
    ['accepts a text', () => ({ action: 'accept', content: { approve: 'true' } })],
    ['accepts more than was asked', () => ({ action: 'accept', content: { approve: true, amount: '7' } })],
    ['fails', () => Promise.reject(new Error('the host fails'))],
  ];

  describe.each(GENERATIONS)('with the protocol of %s', (_, connect) => {
    let agent: Agent;
    let host: HostAnswer;
    let questions: string[];
    beforeAll(async () => {
      agent = await connect(signer.serving(), (message) => {
        questions.push(message);
        return host(message);
      });
    });
    afterAll(() => agent.close());
    beforeEach(() => {
      questions = [];
    });

    it('a host that accepts has exactly the call of the question signed, once', async () => {
      const memo = memoOf();
      host = () => YES;
      for (const status of ['executed', 'already_executed'])
        expect(await agent.json('send', payment(memo))).toMatchObject({ status });
      expect(questions).toEqual([
        `Request host-${memo}: pays 6.00000000 USDT to bob with the memo "${memo}" (above \`confirm.above\` of the policy). Sign it?`,
      ]);
      expect(await signer.must('log')).toMatch(
        new RegExp(`"type":"approve","request":"host-${memo}","call":"[0-9a-f]{64}","at":\\d+,"by":"host"`),
      );
    });

    it.each([...HOSTILE])(
      'a host that %s has nothing signed, and is not asked again',
      async (__, hostile) => {
        const memo = memoOf();
        host = hostile;
        const call = () => agent.call('send', payment(memo)).catch(failure);
        expect((await call()).isError).toBe(true);
        host = () => YES;
        expect((await call()).content[0]!.text).toContain(`signer approve host-${memo}`);
        expect(questions).toHaveLength(1);
        expect(pushes()).toEqual([]);
      },
    );

    it('a host that cannot ask leaves the refusal as it is', async () => {
      const mute = await connect(signer.serving());
      try {
        const refusal = /^refused \(approval\): .*signer approve host-z [0-9a-f]{16}/;
        expect(await mute.text('send', payment('z'))).toMatch(refusal);
        expect(pushes()).toEqual([]);
      } finally {
        await mute.close();
      }
    });
  });

  it('an answer counts once, for its own call alone: another call, request or state is refused', async () => {
    const client = new Client(
      { name: 'host', version: '1.0.0' },
      {
        versionNegotiation: { mode: 'auto' },
        capabilities: { elicitation: { form: {} } },
        inputRequired: { autoFulfill: false },
      },
    );
    const [command = '', ...args] = signer.serving();
    await client.connect(new StdioClientTransport({ command, args }));
    const memo = memoOf();
    const call = async (input: object, rest: object = {}) =>
      (await client.callTool(
        { name: 'send', arguments: { ...input }, ...rest } as never,
        {
          allowInputRequired: true,
        } as never,
      )) as unknown as ToolAnswer & { readonly requestState: string };
    const asked = async (amount?: string) => (await call(payment(memo, amount))).requestState;
    const inputResponses = { approve: YES };
    const refused = { isError: true, content: [{ text: expect.stringContaining('refused (approval)') }] };
    try {
      const requestState = await asked();
      expect(requestState).toMatch(/^[\w-]{43}$/);
      // The host puts another amount into the call that it accepted.
      expect(await call(payment(memo, '9'), { inputResponses, requestState })).toMatchObject(refused);
      expect(await call(payment(memo), { inputResponses, requestState })).toMatchObject(refused);
      const second = await asked();
      const other = { ...payment(memo), request_id: 'host-other' };
      expect(await call(other, { inputResponses, requestState: second })).toMatchObject(refused);
      expect(await call(payment(memo), { inputResponses, requestState: second })).toMatchObject(refused);
      expect(await call(payment(memo), { inputResponses, requestState: 'x'.repeat(43) })).toMatchObject(
        refused,
      );
      expect(await call(payment(memo), { inputResponses })).toMatchObject(refused);
      expect(pushes()).toEqual([]);
    } finally {
      await client.close();
    }
  });

  it('a reason beside the amount needs a person: the host is not asked', async () => {
    const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 2) % 7]!;
    signer.changePolicy({ hours: { zone: 'UTC', within: [`${day} 00:00-24:00`] } });
    await signer.seal();
    let questions = 0;
    const agent = await Agent.modern(signer.serving(), () => {
      questions += 1;
      return YES;
    });
    try {
      expect(await agent.text('send', payment(memoOf()))).toContain('outside of the hours of the policy');
    } finally {
      await agent.close();
    }
    expect(questions).toBe(0);
    expect(pushes()).toEqual([]);
  });

  it('the policy says in words that the host may approve', async () => {
    expect(await signer.must('policy', 'show')).toContain(
      "WEAKER: the model's host may approve amounts too.",
    );
  });
});
