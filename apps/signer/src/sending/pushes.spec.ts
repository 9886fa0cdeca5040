import { GatewayClient } from '@app/client';
import type { Policy } from '../policy/policy';
import type { Reservation } from '../ledger/spending-rules';
import { Pushes } from './pushes';

const ID = 'ab'.repeat(32);
const SIGNED = {
  reservation: { id: ID, packed: 'aa', expiresAt: Date.now() + 3_600_000, blockNum: null } as Reservation,
  effect: 'pays 1 USDT to bob',
  signature: 'SIG',
  isRepeat: false,
};
const IN_BLOCK = { status: 'executed', transaction_id: ID, block_num: 7, finality: 'in_block' };

describe('a push whose caller has to have an answer', () => {
  let pushes: Pushes;
  /** Answers the next push of the gateway. */
  let answers: ((body: object, init?: ResponseInit) => void)[];
  let noted: (readonly [string, number | null])[];
  beforeEach(() => {
    answers = [];
    noted = [];
    const client = new GatewayClient({
      url: 'http://127.0.0.1:1',
      fetch: (_, { signal } = {}) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
          answers.push((body, init) => resolve(Response.json(body, init)));
        }),
    });
    const outcome = (_: string, status: 'executed' | 'unknown', blockNum: number | null) => {
      noted.push([status, blockNum]);
      return { ...SIGNED.reservation, outcome: status, blockNum };
    };
    pushes = new Pushes(client, { outcome }, { network: 'mainnet', nodes: [] as string[] } as Policy['file']);
  });
  afterEach(() => pushes.end());

  const nextPush = async () => {
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return answers.shift()!;
  };

  it('an answer that is due has what is known, and the push continues: its outcome answers the next call', async () => {
    const due = new AbortController();
    const early = pushes.push(SIGNED, 'in_block', due.signal);
    const answer = await nextPush();
    due.abort();
    expect(await early).toMatchObject({
      ...{ status: 'unknown', transaction_id: ID, block_num: null },
      next: expect.stringMatching(
        /its outcome is not known yet.*Send the same call with the same request_id/,
      ),
    });
    expect(noted).toEqual([]);
    const late = pushes.push({ ...SIGNED, isRepeat: true }, 'in_block', new AbortController().signal);
    answer(IN_BLOCK);
    expect(await late).toMatchObject({ status: 'executed', block_num: 7, next: null });
    // One push for both calls: the gateway limits them.
    expect(answers).toEqual([]);
    expect(noted).toEqual([['executed', 7]]);
  });

  it('a transaction that is executed and not irreversible yet is answered and noted as executed', async () => {
    const due = new AbortController();
    const early = pushes.push(SIGNED, 'irreversible', due.signal);
    (await nextPush())(IN_BLOCK);
    const second = await nextPush();
    due.abort();
    expect(await early).toMatchObject({
      ...{ status: 'executed', block_num: 7, finality: 'in_block' },
      next: expect.stringContaining('is not irreversible yet'),
    });
    expect(noted).toEqual([['executed', 7]]);
    const late = pushes.push(SIGNED, 'irreversible', new AbortController().signal);
    second({ ...IN_BLOCK, finality: 'irreversible' });
    expect(await late).toMatchObject({ status: 'executed', finality: 'irreversible', next: null });
  });

  it('an answer that is due has the reason of the gateway where it takes no push for its limits', async () => {
    const soFar = async () => (await pushes.push(SIGNED, 'in_block', AbortSignal.abort())).next ?? '';
    await soFar();
    const limited = { error: 'rate limit exceeded for the relay bucket', code: 'rate_limited' };
    (await nextPush())(limited, { status: 429, headers: { 'retry-after': '60' } });
    while (!(await soFar()).startsWith('The gateway says: '))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await soFar()).toMatch(/relay bucket\. It is signed, and its outcome is not known yet/);
  });

  it('an answer that is due after the expiry does not say that it can still be executed', async () => {
    const reservation = { ...SIGNED.reservation, expiresAt: Date.now() - 1 };
    const early = await pushes.push({ ...SIGNED, reservation }, 'in_block', AbortSignal.abort());
    expect(early.next).toMatch(/its outcome is not known yet: it expired at \S+, or was executed before/);
  });

  it('an execution that a fork took back is none any more', async () => {
    const due = new AbortController();
    const early = pushes.push(SIGNED, 'irreversible', due.signal);
    (await nextPush())(IN_BLOCK);
    (await nextPush())({ status: 'pending', transaction_id: ID, block_num: null, finality: null });
    await nextPush();
    due.abort();
    expect(await early).toMatchObject({ status: 'unknown', block_num: null });
  });

  it('a push ends with the program, and is noted as unknown', async () => {
    const due = new AbortController();
    const early = pushes.push(SIGNED, 'in_block', due.signal);
    await nextPush();
    due.abort();
    await early;
    await pushes.end();
    expect(noted).toEqual([['unknown', null]]);
    expect(answers).toEqual([]);
  });
});
