import type { ChainClient, PushReply } from '@app/upstream';
import { settledItems } from './settled-items';

const ID = 'ab'.repeat(32);
const FAILED_ID = '0'.repeat(64);
const ITEM = { id: ID, life: { refBlockNum: 1, expiresAtMs: 60_000 }, body: '{}' };
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/** A list of transactions, whose pushes a node answers so. */
function settled(status: number, text: string, count = 1): Promise<string> {
  const reply = { status, contentType: '', bytes: Buffer.from(text) };
  const push = { kind: 'reply', served: { reply } } as PushReply;
  const chain = { pushes: { relay: () => Promise.resolve(push) } } as unknown as ChainClient;
  const list = { sentTo: undefined, headBlockTimeMs: 0, deadline: { isOver: false } };
  return settledItems(
    chain,
    Array(count).fill(ITEM) as (typeof ITEM)[],
    list as Parameters<typeof settledItems>[2],
  );
}

const failed = async (status: number, text: string): Promise<string | undefined> => {
  const [entry] = JSON.parse(await settled(status, text)) as { processed: { error?: string } }[];
  expect(entry).toMatchObject({ transaction_id: FAILED_ID });
  return entry?.processed.error;
};

describe('settledItems', () => {
  it('settledItems has an executed transaction as the node wrote it, however deep its values are', async () => {
    const text = `{"transaction_id":"${ID}","processed":{"except":null,"action_traces":${DEEP}}}`;
    expect(await settled(202, text)).toBe(`[${text}]`);
  });

  it('settledItems has the outcome alone of transactions whose traces are more than 16 MiB together', async () => {
    const text = `{"transaction_id":"${ID}","processed":{"except":null,"action_traces":["${'x'.repeat(4 * 2 ** 20)}"]}}`;
    const answer = await settled(202, text, 6);
    expect(answer.length).toBeLessThan(16 * 2 ** 20);
    const entries = JSON.parse(answer) as {
      transaction_id: string;
      processed: { action_traces: string[] };
    }[];
    expect(entries.map(({ processed }) => processed.action_traces.length)).toEqual([1, 1, 1, 0, 0, 0]);
    expect(entries[5]).toMatchObject({
      transaction_id: ID,
      processed: { receipt: { status: 'executed' }, except: null },
    });
  });

  it('settledItems cuts the reason of a refused transaction', async () => {
    const error = { code: 1, name: 'a', what: 'x'.repeat(1_000_000), details: [] };
    expect(await failed(500, JSON.stringify({ code: 500, error }))).toHaveLength(10_000);
  });

  it('settledItems has a refused transaction with number, name, text and details of the error', async () => {
    const error = { code: 3050003, name: 'assert', what: 'asserted', details: [{ message: 'overdrawn' }] };
    expect(await failed(500, JSON.stringify({ code: 500, error }))).toBe(
      '3050003 assert: asserted\noverdrawn',
    );
  });

  it('settledItems has a transaction that failed in its trace with number, name and text', async () => {
    const except = { code: 3050003, name: 'assert', message: 'asserted', stack: [] };
    const answer = { transaction_id: ID, processed: { receipt: null, except } };
    expect(await failed(202, JSON.stringify(answer))).toBe('3050003 assert: asserted');
  });

  it.each([
    ['null among its details', '{"code":500,"error":{"code":1,"name":"a","what":"b","details":[null]}}'],
    ['a text for its details', '{"code":500,"error":{"code":1,"name":"a","what":"b","details":"x"}}'],
    ['deep details', `{"code":500,"error":{"code":1,"name":"a","what":"b","details":[{"message":${DEEP}}]}}`],
    ['deep members of its trace', `{"transaction_id":"${ID}","processed":{"except":{"stack":${DEEP}}}}`],
    ['a text for its trace', `{"transaction_id":"${ID}","processed":{"except":"failed"}}`],
  ])('settledItems has a refused transaction with %s', async (_, text) => {
    expect(await failed(500, text)).toMatch(/^[01] a?: b?/);
  });
});
