import { hexToBytes, packTransaction, unpackTransaction } from '@app/antelope';
import type { DryRun } from '@app/upstream';
import fc from 'fast-check';
import { transactionOf } from '../../antelope/testing/transfer';
import { locatedRun } from './located-run';

const failed = (error: string): DryRun => ({ status: 'failed', error, actions: null });
const OK: DryRun = { status: 'ok', error: null, actions: [] };
const nameOf = (action: number) => `action ${action}`;

const withActions = (count: number): Uint8Array => {
  const action = { account: 'loan', name: 'lend', authorization: [], data: '' };
  return packTransaction({
    ...transactionOf('2026-11-26T12:00:00', action),
    actions: Array.from({ length: count }, () => action),
  });
};
/** A node whose answer depends on the number of actions. */
const node = (answer: (count: number) => DryRun) => ({
  computeTransaction: (packed: string) =>
    Promise.resolve(answer(unpackTransaction(hexToBytes(packed)).actions.length)),
});

describe('the located dry run', () => {
  it('the located dry run names the action at which the transaction fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.nat(), async (count, which) => {
        const bad = which % count;
        const chain = node((actions) => (actions > bad ? failed('overdrawn balance') : OK));
        const run = await locatedRun(chain, withActions(count), nameOf);
        expect(run).toEqual(failed(`action ${bad}: overdrawn balance`));
      }),
    );
  });

  it('the located dry run runs once without names, and where it succeeds', async () => {
    let runs = 0;
    const counted = (answer: DryRun) => node(() => ((runs += 1), answer));
    expect(await locatedRun(counted(failed('no')), withActions(8))).toEqual(failed('no'));
    expect(await locatedRun(counted(OK), withActions(8), nameOf)).toEqual(OK);
    expect(runs).toBe(2);
  });

  it.each([
    ['has no result', { status: 'unavailable', error: 'no node could answer', actions: null } as const],
    ['fails for another reason', failed('expired')],
  ])('the located dry run names no action where a beginning %s', async (_what, other) => {
    const chain = node((actions) => (actions === 4 ? failed('no') : other));
    expect(await locatedRun(chain, withActions(4), nameOf)).toEqual(failed('no'));
  });
});
