import { NodeFailure } from '../node/errors';
import { classifyResponse } from '../node/node-reply';
import { lookUpAtNode } from './transaction-lookup';

type Caller = Parameters<typeof lookUpAtNode>[0];
type Node = Parameters<typeof lookUpAtNode>[1];

const ID = 'ab'.repeat(32);
const EXPIRES_AT_MS = Date.UTC(2026, 10, 23, 12, 5);
const life = { refBlockNum: 90, expiresAtMs: EXPIRES_AT_MS };
const tracked = {
  head_number: 100,
  irreversible_timestamp: '2026-11-23T12:05:00.500',
  earliest_tracked_block_number: 91,
};
const located = { blockNum: 7, blockTimeMs: Date.UTC(2026, 10, 23, 12) };

type Reply = readonly [status: number, body: unknown];
const nodeosError = (status: number, code: number, name: string): Reply => [
  status,
  { code: status, message: 'Internal Service Error', error: { code, name, what: name, details: [] } },
];
const NO_ROUTE = nodeosError(404, 0, 'exception');
const NOT_FOUND = nodeosError(500, 3_040_011, 'tx_not_found');

/** A look-up at a node with these answers; `lost`: the connection breaks. */
function lookUp(status: Reply | 'lost', history: Reply | 'lost' = NO_ROUTE) {
  const caller = {
    requestFrom: (_: Node, { path }: { readonly path: string }) => {
      const answer = path.startsWith('/v1/chain/') ? status : history;
      if (answer === 'lost')
        return Promise.reject(new NodeFailure('node', 'reset', { mayHaveArrived: true }));
      const [code, body] = answer;
      const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      return Promise.resolve().then(() => ({
        json: classifyResponse('node', { status: code, contentType: '', bytes }),
        bytes: bytes.length,
      }));
    },
  };
  return lookUpAtNode(caller as unknown as Caller, {} as Node, { id: ID, life });
}

describe('a look-up of a transaction at a node', () => {
  it.each(['LOCALLY_APPLIED', 'IN_BLOCK', 'IRREVERSIBLE'])(
    'a look-up of a transaction at a node finds it in the state %s',
    async (state) => {
      const body = { state, block_number: 7, block_timestamp: '2026-11-23T12:00:00.000' };
      expect(await lookUp([200, body])).toMatchObject({ location: located, isAnswered: true });
    },
  );

  it('a look-up of a transaction at a node finds it in its history when the status fails', async () => {
    const body = { id: ID, block_num: 7, block_time: '2026-11-23T12:00:00.000' };
    expect(await lookUp('lost', [200, body])).toMatchObject({ location: located, isAnswered: true });
  });

  it.each<[string, Reply | 'lost', Reply | 'lost']>([
    ['is UNKNOWN', [200, { state: 'UNKNOWN' }], NO_ROUTE],
    ['is FAILED', [200, { state: 'FAILED' }], NO_ROUTE],
    ['is UNKNOWN beside a history that fails', [200, { state: 'UNKNOWN' }], 'lost'],
    ['is not in the history', NO_ROUTE, NOT_FOUND],
    ['is not in the history, at status 200', NO_ROUTE, [200, NOT_FOUND[1]]],
  ])('a look-up of a transaction at a node is answered when it %s', async (_, status, history) => {
    expect(await lookUp(status, history)).toMatchObject({
      location: undefined,
      isAnswered: true,
      coversLife: false,
    });
  });

  it.each<[string, Reply | 'lost', Reply | 'lost']>([
    ['has neither route', NO_ROUTE, NO_ROUTE],
    ['has another transaction in its history', NO_ROUTE, [200, { id: 'cd'.repeat(32), block_num: 7 }]],
    ['loses the connection of the status and has no history', 'lost', NO_ROUTE],
    ['loses both connections', 'lost', 'lost'],
    [
      'is busy',
      [503, { code: 503, message: 'Busy', error: { code: 503, name: 'Busy', what: '' } }],
      NO_ROUTE,
    ],
    ['limits the rate', [429, 'slow down'], NO_ROUTE],
    ['answers HTML', [200, '<html>'], NO_ROUTE],
    ['answers another object', [200, { hello: 1 }], NO_ROUTE],
    ['answers a state of no known meaning', [200, { state: 'LOST' }], NO_ROUTE],
    ['says that it is forked out, from which it may return', [200, { state: 'FORKED_OUT' }], NO_ROUTE],
    ['refuses the id', nodeosError(400, 3_200_006, 'invalid_http_request'), NO_ROUTE],
    ['refuses the history for another reason', NO_ROUTE, nodeosError(500, 3_050_003, 'assert')],
  ])('a look-up of a transaction at a node is not answered when the node %s', async (_, status, history) => {
    expect(await lookUp(status, history)).toMatchObject({ location: undefined, isAnswered: false });
  });

  it('a look-up of a transaction at a node covers its life when the node keeps all blocks that it may be in', async () => {
    expect(await lookUp([200, { state: 'UNKNOWN', ...tracked }])).toMatchObject({ coversLife: true });
  });

  it.each([
    ['begins to track later', { earliest_tracked_block_number: 92 }],
    ['tracks no block', { earliest_tracked_block_number: 0 }],
    ['has no irreversible block after the expiry', { irreversible_timestamp: '2026-11-23T12:05:00.000' }],
  ])('a look-up of a transaction at a node does not cover its life when the node %s', async (_, more) => {
    const answer = { state: 'UNKNOWN', ...tracked, ...more };
    expect(await lookUp([200, answer])).toMatchObject({ isAnswered: true, coversLife: false });
  });

  it('an error of this service in a look-up of a transaction is thrown', async () => {
    const caller = { requestFrom: () => Promise.reject(new TypeError('defect')) };
    await expect(lookUpAtNode(caller as unknown as Caller, {} as Node, { id: ID })).rejects.toThrow('defect');
  });
});
