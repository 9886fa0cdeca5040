import { ManualClock } from '@app/operations/core';
import { transactionOf } from '../../../../../antelope/testing/transfer';
import { lifeOf } from '../../transaction-life';
import type { WatchedPush } from '../watched-push';
import { WatchShare } from './watch-share';

const TRANSFER = transactionOf('2026-11-21T12:05:00', {
  ...{ account: 'btc.token', name: 'transfer', data: 'abcd' },
  authorization: [{ actor: 'alice', permission: 'active' }],
});

const watchOf = (id: string, acknowledged: readonly string[]): WatchedPush => ({
  transaction: { id, life: lifeOf(TRANSFER), path: '/v1/chain/send_transaction', body: '{}', msToExpiry: 0 },
  ...{ acknowledged: new Set(acknowledged), acknowledgedAgain: new Set(), blocks: new Map() },
  ...{ headBlock: 1, isNew: true, startedMs: 0, nextLookMs: 60_000, looks: 0 },
  ...{ block: undefined, lastBlock: undefined },
  ...{ isIncluded: false, hasVanished: false, hasFinalLook: false, isShared: false },
});

describe('WatchShare', () => {
  it('WatchShare shares a push that a node has first, whatever waits for room before it', async () => {
    const waiting = Array.from({ length: 300 }, (_, index) => watchOf(`none ${index}`, []));
    const real = watchOf('real', ['http://one.example.org']);
    const asked: string[] = [];
    const share = new WatchShare(
      {
        keep: (_network, { id, isAcknowledged }) => {
          asked.push(id);
          return Promise.resolve(isAcknowledged ? 'kept' : 'full');
        },
        end: () => Promise.resolve(),
        blockOf: () => Promise.resolve(undefined),
        hasDue: () => Promise.resolve(false),
        takeOver: () => Promise.resolve(new Map()),
      },
      {
        network: 'mainnet',
        watched: () => [...waiting, real],
        room: () => 16,
        wake: () => undefined,
        take: () => undefined,
        leave: () => undefined,
      },
      new ManualClock(),
    );
    await share.look();
    share.close();
    expect(real.isShared).toBe(true);
    expect(asked.length).toBeLessThan(waiting.length);
  });
});
