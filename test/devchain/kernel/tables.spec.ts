import { nameToValue } from '@app/antelope';
import fc from 'fast-check';
import { struct } from '../../../apps/devchain/src/kernel/sdk/abi/containers';
import { float64, name, string } from '../../../apps/devchain/src/kernel/sdk/abi/scalars';
import { uint64 } from '../../../apps/devchain/src/kernel/sdk/abi/integers';
import { action, onNotify } from '../../../apps/devchain/src/kernel/sdk/action';
import { actionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import { contract } from '../../../apps/devchain/src/kernel/sdk/contract';
import { table } from '../../../apps/devchain/src/kernel/sdk/table';
import { check } from '../../../apps/devchain/src/kernel/sdk/check';
import { float64Key } from '../../../apps/devchain/src/kernel/sdk/index-keys';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';

const note = table({
  name: 'notes',
  row: struct('note', { id: uint64, text: string, weight: float64 }),
  primaryKey: ({ id }) => id,
  indexes: [
    { name: 'byweight', kind: 'float64', key: ({ weight }) => float64Key(weight) },
    { name: 'bylength', kind: 'i64', key: ({ text }) => BigInt(text.length) },
    { name: 'byboth', kind: 'i128', key: ({ id, text }) => (BigInt(text.length) << 64n) | id },
  ],
});
const plain = table({
  name: 'plain',
  row: struct('plainrow', { id: uint64, text: string }),
  primaryKey: ({ id }) => id,
});

const put = actionSignature(struct('put', { payer: name, id: uint64, text: string, weight: float64 }));
const drop = actionSignature(struct('drop', { id: uint64 }));
const putplain = actionSignature(struct('putplain', { payer: name, id: uint64, text: string }));
const trespass = actionSignature(struct('trespass', { code: name }));
const poke = actionSignature(struct('poke', { who: name }));

const notebook = contract({
  account: 'notebook',
  tables: [note, plain],
  actions: [
    action(put, (context, { payer, ...row }) => {
      const notes = context.table(note, 'notebook');
      const before = notes.find(row.id);
      if (before === undefined) notes.emplace(payer, row);
      else notes.modify(before, row, payer);
      check(row.text !== 'bad', 'bad note');
    }),
    action(drop, (context, { id }) => {
      const notes = context.table(note, 'notebook');
      notes.erase(notes.get(id, 'no such note'));
    }),
    action(putplain, (context, { payer, ...row }) => {
      context.table(plain, 'notebook').emplace(payer, row);
    }),
    action(trespass, (context, { code }) => {
      context.table(plain, 'notebook', code).emplace('notebook', { id: 99n, text: '' });
    }),
    action(poke, (context, { who }) => {
      context.notify(who);
    }),
  ],
});

/** Puts a row at the expense of whoever poked, which it must not. */
const listener = contract({
  account: 'listener',
  tables: [plain],
  actions: [],
  notify: [
    onNotify('notebook', poke, (context) => {
      context.table(plain, 'listener').emplace('alice', { id: 1n, text: '' });
    }),
  ],
});

const TABLE = nameToValue('notebook');

describe('table rows', () => {
  it('table rows cost their bytes plus 112 of RAM, the first one 112 more, index entries by key width', () => {
    const kernel = new InProcessChain({ contracts: [notebook] });
    const used = (): number => Number(kernel.chain.account('alice')!.ramUsage);
    const before = used();
    kernel.push([actionOf('notebook', putplain, { payer: 'alice', id: 1n, text: 'abc' }, 'alice')]);
    const rowBytes = 8 + 1 + 3;
    expect(used() - before).toBe(rowBytes + 112 + 112);
    kernel.push([actionOf('notebook', putplain, { payer: 'alice', id: 2n, text: '' }, 'alice')]);
    expect(used() - before).toBe(rowBytes + 112 + 112 + (8 + 1 + 112));

    const withIndexes = used();
    const trace = kernel.push([
      actionOf('notebook', put, { payer: 'alice', id: 1n, text: 'abc', weight: 1 }, 'alice'),
    ]);
    // Row, three tables (the first index shares the primary one's), entries of 64, 64 and 128 bits, in units of 16.
    const cost = 8 + 4 + 8 + 112 + 3 * 112 + 128 + 128 + 144;
    expect(used() - withIndexes).toBe(cost);
    expect(trace.actionTraces[0]!.ramDeltas).toEqual([{ account: 'alice', delta: cost }]);
    kernel.push([actionOf('notebook', put, { payer: 'alice', id: 1n, text: 'abcdef', weight: 1 }, 'alice')]);
    expect(used() - withIndexes).toBe(cost + 3);
    kernel.push([actionOf('notebook', drop, { id: 1n }, 'alice')]);
    expect(used()).toBe(withIndexes);
  });

  it('table rows move their RAM cost to a new payer', () => {
    const kernel = new InProcessChain({ contracts: [notebook] });
    const used = (account: string): bigint => kernel.chain.account(account)!.ramUsage;
    kernel.push([actionOf('notebook', put, { payer: 'alice', id: 1n, text: 'a', weight: 1 }, 'alice')]);
    kernel.push([actionOf('notebook', put, { payer: 'alice', id: 2n, text: 'a', weight: 1 }, 'alice')]);
    const [alice, bob] = [used('alice'), used('bob')];
    kernel.push([actionOf('notebook', put, { payer: 'bob', id: 2n, text: 'a', weight: 1 }, 'bob')]);
    const cost = BigInt(8 + 2 + 8 + 112 + 128 + 128 + 144);
    expect([used('alice'), used('bob')]).toEqual([alice - cost, bob + cost]);
  });

  it('table rows are not billed to an account without authorization, nor in a notification', () => {
    const kernel = new InProcessChain({ contracts: [notebook, listener] });
    expect(
      kernel.refusal([actionOf('notebook', putplain, { payer: 'bob', id: 1n, text: '' }, 'alice')]),
    ).toMatchObject({
      code: 3050010,
      details: [
        'unprivileged contract cannot increase RAM usage of another account that has not authorized the action: bob',
        'notebook <= notebook::putplain pending console output: ',
      ],
    });
    expect(kernel.refusal([actionOf('notebook', poke, { who: 'listener' }, 'alice')]).details[0]).toBe(
      'unprivileged contract cannot increase RAM usage of another account within a notify context: alice',
    );
  });

  it('table rows of other contracts can be read and not written', () => {
    const kernel = new InProcessChain({ contracts: [notebook, listener] });
    expect(kernel.refusal([actionOf('notebook', trespass, { code: 'listener' }, 'alice')])).toMatchObject({
      code: 3160002,
      details: ['db access violation', 'notebook <= notebook::trespass pending console output: '],
    });
  });

  it('table rows add row changes with payer and bytes to the trace', () => {
    const kernel = new InProcessChain({ contracts: [notebook] });
    const row = { payer: 'alice', id: 7n, text: 'x' };
    const { rowChanges } = kernel.push([actionOf('notebook', putplain, row, 'alice')]);
    expect(rowChanges).toEqual([
      {
        place: { code: 'notebook', scope: TABLE, table: 'plain', kinds: [] },
        before: undefined,
        after: {
          primaryKey: 7n,
          payer: 'alice',
          value: Uint8Array.of(7, 0, 0, 0, 0, 0, 0, 0, 1, 0x78),
          secondaryKeys: [],
        },
        tablePayer: undefined,
      },
    ]);
  });

  it('table rows are counted per scope as nodeos counts them', () => {
    const kernel = new InProcessChain({ contracts: [notebook] });
    kernel.push([
      actionOf('notebook', put, { payer: 'alice', id: 1n, text: 'a', weight: 1 }, 'alice'),
      actionOf('notebook', put, { payer: 'alice', id: 2n, text: 'b', weight: 2 }, 'alice'),
      actionOf('notebook', putplain, { payer: 'alice', id: 1n, text: '' }, 'alice'),
    ]);
    const notes = nameToValue('notes');
    const shared = { code: 'notebook', scope: TABLE, payer: 'alice' };
    expect([...kernel.chain.scopes({ code: 'notebook' })]).toEqual([
      { ...shared, table: notes, count: 4 },
      { ...shared, table: notes | 1n, count: 2 },
      { ...shared, table: notes | 2n, count: 2 },
      { ...shared, table: nameToValue('plain'), count: 1 },
    ]);
  });

  it('table rows are iterated in the order of every index after any writes', () => {
    const step = fc.record({
      kind: fc.constantFrom('put', 'put', 'drop'),
      id: fc.bigInt({ min: 0n, max: 12n }),
      text: fc.constantFrom('', 'a', 'bb', 'ccc', 'bad'),
      weight: fc.constantFrom(-1e300, -1.5, -0, 0, 0.1, 2, 1e-300, Infinity, -Infinity),
    });
    const kernel = new InProcessChain({ contracts: [notebook] });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        for (const { kind, ...row } of steps) {
          const packed =
            kind === 'put'
              ? actionOf('notebook', put, { payer: 'alice', ...row }, 'alice')
              : actionOf('notebook', drop, { id: row.id }, 'alice');
          try {
            kernel.push([packed]);
          } catch {
            // A bad note, or one that is not there: the order must not suffer.
          }
        }
        const view = kernel.chain.table('notebook', TABLE, 'notes');
        const rows = [...(view?.rows() ?? [])];
        expect(isAscending(rows.map(({ primaryKey }) => primaryKey))).toBe(true);
        for (const number of [0, 1, 2]) {
          const entries = [...(view?.index(number)?.entries() ?? [])];
          expect(entries).toHaveLength(rows.length);
          expect(isAscending(entries.map(({ key, row }) => (key << 64n) | row.primaryKey))).toBe(true);
          const backwards = [...(view?.index(number)?.entries({ reverse: true }) ?? [])];
          expect(backwards).toEqual([...entries].reverse());
        }
      }),
      { numRuns: 60 },
    );
  });
});

function isAscending(keys: readonly bigint[]): boolean {
  return keys.every((key, at) => at === 0 || keys[at - 1]! < key);
}
