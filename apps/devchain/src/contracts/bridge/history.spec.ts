import { struct } from '../../kernel/abi/containers';
import { uint64 } from '../../kernel/abi/integers';
import { timePointSec } from '../../kernel/abi/scalars';
import { action, actionSignature } from '../../kernel/contract/action';
import { contract } from '../../kernel/contract/contract';
import { table } from '../../kernel/contract/table';
import { LendingChain } from '../loan/testing/lending-chain';
import { forgetOld, KEPT_NUMBERS } from './history';

const rows = table({
  name: 'rows',
  row: struct('row', { id: uint64, ended: timePointSec }),
  primaryKey: ({ id }) => id,
});
const put = actionSignature(struct('put', { id: uint64 }));
const forget = actionSignature(struct('forget', { newest: uint64 }));

/** A history and nothing else. */
const archive = contract({
  account: 'archive',
  actions: [
    action(put, (context, { id }) => {
      context.table(rows, context.receiver).emplace(context.receiver, { id, ended: context.nowMs });
    }),
    action(forget, (context, { newest }) => {
      forgetOld(context.table(rows, context.receiver), newest, context.nowMs, ({ ended }) => ended);
    }),
  ],
  tables: [rows],
});

describe('history', () => {
  it('forgets what is older than a day and has enough rows after it, a few at a time', () => {
    const chain = new LendingChain([], [archive]);
    const kept = () => chain.rows('archive', 'archive', rows).map(({ id }) => Number(id));
    const forgetUpTo = (id: bigint) =>
      chain.push('archive', 'archive', forget, { newest: KEPT_NUMBERS + id });
    for (let id = 1n; id <= 6n; id++) chain.push('archive', 'archive', put, { id });
    forgetUpTo(6n);
    expect(kept()).toEqual([1, 2, 3, 4, 5, 6]);
    chain.wait(24 * 3600);
    chain.push('archive', 'archive', put, { id: 7n });
    forgetUpTo(0n);
    expect(kept()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    forgetUpTo(5n);
    expect(kept()).toEqual([5, 6, 7]);
    forgetUpTo(7n);
    expect(kept()).toEqual([7]);
  });
});
