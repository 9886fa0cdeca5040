import { OutcomeUnknownError, PushRefusedError, pushUntilExecuted } from './act.ts';
import { GatewayClient } from './gateway-client.ts';

const ID = 'ab'.repeat(32);
const BYTES = { signatures: ['SIG'], packed_trx: 'aa' };
const EXPIRES_IN_MS = 60_000;
const FAR_MS = 3_600_000;

interface Reply {
  readonly status?: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

const executed = (finality: string): Reply => ({
  body: { status: 'executed', transaction_id: ID, block_num: 7, finality },
});
const PENDING: Reply = { body: { status: 'pending', transaction_id: ID, block_num: null, finality: null } };
const refused = (code: string, headers = {}): Reply => ({
  status: code === 'rate_limited' ? 429 : 400,
  body: { error: 'refused', code },
  headers,
});

/** Follows a push; the last reply is repeated. */
function follow(replies: readonly Reply[], options: object = {}) {
  const times: number[] = [];
  const client = new GatewayClient({
    url: 'http://127.0.0.1:1',
    fetch: () => {
      const { status = 200, body, headers = {} } = replies[Math.min(times.length, replies.length - 1)]!;
      times.push(Date.now());
      // The body of a real response is read over several turns of the event loop, which faked timers do not wait for.
      const answer = { ok: status === 200, status, headers: new Headers(headers) };
      const chunks = [{ done: false, value: new TextEncoder().encode(JSON.stringify(body)) }];
      const reader = { read: () => Promise.resolve(chunks.shift() ?? { done: true }) };
      return Promise.resolve({ ...answer, body: { getReader: () => reader } } as unknown as Response);
    },
  });
  const begin = Date.now();
  const outcome = pushUntilExecuted(
    client,
    BYTES,
    { id: ID, expiresMs: begin + EXPIRES_IN_MS },
    { waitFor: 'irreversible', network: 'mainnet', ...options },
  ).catch((error: unknown) => error);
  const ended = outcome.then(() => Date.now() - begin);
  return { outcome, begin, times, ended };
}

describe('a push that is followed', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('a refusal of the first push names the transaction, which can be executed until it expires', async () => {
    const { outcome, begin } = follow([refused('contract_refused')]);
    await jest.advanceTimersByTimeAsync(FAR_MS);
    const error = await outcome;
    expect(error).toBeInstanceOf(PushRefusedError);
    expect(error).toMatchObject({
      ...{ code: 'contract_refused', status: 400, transactionId: ID, expiresMs: begin + EXPIRES_IN_MS },
    });
  });

  it('a refusal of bytes that were sent before is no refusal', async () => {
    const { outcome } = follow([refused('contract_refused'), executed('irreversible')], { mayBeSent: true });
    await jest.advanceTimersByTimeAsync(FAR_MS);
    expect(await outcome).toMatchObject({ status: 'executed', finality: 'irreversible' });
  });

  it('an execution that a fork took back is no outcome', async () => {
    const { outcome, ended } = follow([executed('in_block'), PENDING]);
    await jest.advanceTimersByTimeAsync(FAR_MS);
    expect(await outcome).toBeInstanceOf(OutcomeUnknownError);
    expect(await ended).toBe(EXPIRES_IN_MS + 60_000);
  });

  it('an execution that does not become irreversible is followed for ten minutes, and is no success', async () => {
    const { outcome, ended } = follow([executed('in_block')]);
    await jest.advanceTimersByTimeAsync(FAR_MS);
    expect(await outcome).toBeInstanceOf(OutcomeUnknownError);
    expect(await ended).toBe(600_000);
  });

  it('pushes that the gateway refused for its limits alone sent nothing, also where the caller ends them', async () => {
    const caller = new AbortController();
    const { outcome } = follow([refused('rate_limited', { 'retry-after': '60' })], { signal: caller.signal });
    await jest.advanceTimersByTimeAsync(1_000);
    caller.abort();
    await jest.advanceTimersByTimeAsync(FAR_MS);
    const error = await outcome;
    expect(error).toBeInstanceOf(PushRefusedError);
    expect(error).toMatchObject({ code: 'rate_limited', status: 429, signedTransaction: BYTES });
  });

  it.each([
    ['after a push that may have sent the bytes', [refused('timeout'), refused('rate_limited')], {}],
    ['of bytes that may have been sent before', [refused('rate_limited')], { mayBeSent: true }],
  ])(
    'a refusal for the limits of the gateway %s says nothing of the outcome',
    async (_, replies, options) => {
      const { outcome } = follow(replies, options);
      await jest.advanceTimersByTimeAsync(FAR_MS);
      expect(await outcome).toBeInstanceOf(OutcomeUnknownError);
    },
  );

  it('a push over the limits of the gateway is made again when their window ends, before its bytes expire', async () => {
    const limited = refused('rate_limited', { 'retry-after': '60', 'ratelimit-reset': '20' });
    const { outcome, begin, times } = follow([limited, executed('irreversible')]);
    await jest.advanceTimersByTimeAsync(21_000);
    expect(await outcome).toMatchObject({ status: 'executed' });
    expect(times.map((time) => time - begin)).toEqual([0, 20_000]);
  });

  it('a wait that the gateway asks for is at most a minute, and ends with the time to follow', async () => {
    const { outcome, begin, times, ended } = follow([refused('rate_limited', { 'retry-after': '86400' })]);
    await jest.advanceTimersByTimeAsync(FAR_MS);
    expect(await outcome).toBeInstanceOf(PushRefusedError);
    expect(times.map((at) => at - begin)).toEqual([0, 60_000]);
    expect(await ended).toBe(EXPIRES_IN_MS + 60_000);
  });
});
