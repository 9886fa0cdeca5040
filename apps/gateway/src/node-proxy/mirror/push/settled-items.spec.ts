import type { ChainClient, PushReply } from '@app/upstream';
import { settledItems } from './settled-items';

const ID = 'ab'.repeat(32);
const FAILED_ID = '0'.repeat(64);
const ITEM = { id: ID, life: { refBlockNum: 1, expiresAtMs: 60_000 }, body: '{}' };
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/** The list of one transaction, whose push a node answers so. */
function settled(status: number, text: string): Promise<string> {
  const reply = { status, contentType: '', bytes: Buffer.from(text) };
  const push = { kind: 'reply', served: { reply } } as PushReply;
  const chain = { pushes: { relay: () => Promise.resolve(push) } } as unknown as ChainClient;
  const list = { sentTo: undefined, headBlockTimeMs: 0, deadline: { isOver: false } };
  return settledItems(chain, [ITEM], list as Parameters<typeof settledItems>[2]);
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
