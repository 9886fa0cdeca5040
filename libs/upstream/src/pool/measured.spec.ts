import { ManualClock } from '@app/operations/core';
import { connectionFailure } from '../node/connection-failure';
import { NodeFailure } from '../node/errors';
import { classifyResponse } from '../node/node-reply';
import { UpstreamNode } from '../node/upstream-node';
import { NodeHealth } from './node-health';
import { type AttemptOptions, measured } from './measured';

const FAILURES_IN_A_ROW = 6;

describe('measured', () => {
  const node = new UpstreamNode({ url: 'http://127.0.0.1:1', label: 'node', capabilities: undefined });
  afterAll(() => node.close());

  const circuitAfter = async (ask: () => Promise<never>, counted?: AttemptOptions['counted']) => {
    const health = new NodeHealth(node, new ManualClock(0), () => 0);
    for (let at = 0; at < FAILURES_IN_A_ROW; at += 1)
      await expect(measured(health, ask, { counted })).rejects.toThrow(NodeFailure);
    return health.breaker.state;
  };
  const answered = (status: number) => () =>
    Promise.resolve().then((): never => {
      classifyResponse('node', { status, contentType: 'text/html', bytes: Buffer.from('<html>') });
      throw new Error('no failure');
    });
  const silent = () => Promise.reject(new NodeFailure('node', 'timed out', { mayHaveArrived: true }));
  const reset = () =>
    Promise.reject(connectionFailure('node', Object.assign(new Error(), { code: 'ECONNRESET' }), true));

  it.each([413, 429, 503])('measured opens no circuit for HTTP %d to what clients send', async (status) => {
    expect(await circuitAfter(answered(status), 'unanswered')).toBe('closed');
    expect(await circuitAfter(answered(status))).toBe('open');
  });

  it.each([400, 403, 413, 429])(
    'measured opens no circuit for a page of HTTP %d to a read of a client',
    async (status) => {
      expect(await circuitAfter(answered(status), 'not refused bytes')).toBe('closed');
    },
  );

  it.each([500, 502, 503, 504])(
    'measured opens the circuit for HTTP %d to a read of a client',
    async (status) => {
      expect(await circuitAfter(answered(status), 'not refused bytes')).toBe('open');
    },
  );

  it.each(['unanswered', 'not refused bytes'] as const)(
    'measured opens no circuit for connections that broke, to what clients send (%s)',
    async (counted) => {
      expect(await circuitAfter(reset, counted)).toBe('closed');
      expect(await circuitAfter(reset)).toBe('open');
    },
  );

  it('measured opens the circuit of a node that answers nothing, whatever was sent', async () => {
    expect(await circuitAfter(silent, 'unanswered')).toBe('open');
  });
});
