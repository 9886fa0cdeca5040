import fc from 'fast-check';
import type { Row, TablePlace } from './table';
import { TableStore } from './table-store';
import { UndoLog } from './undo-log';

const place: TablePlace = { code: 'dex', scope: 1n, table: 'orders', kinds: ['i64', 'i128'] };
const row = (primaryKey: bigint, key = 0n, payer = 'alice'): Row => ({
  primaryKey,
  payer,
  value: Uint8Array.of(Number(primaryKey), Number(key)),
  secondaryKeys: [key, (key << 64n) | primaryKey],
});

const step = fc.record({
  isPut: fc.boolean(),
  primaryKey: fc.bigInt({ min: 0n, max: 8n }),
  key: fc.bigInt({ min: 0n, max: 3n }),
});

/** Everything there is to see of a store. */
function contents(store: TableStore): unknown {
  return [...store.tables()].map((table) => ({
    payer: table.payer,
    rows: [...table.rows()],
    backwards: [...table.rows({ reverse: true })],
    indexes: [0, 1].map((number) => [...(table.index(number)?.entries() ?? [])]),
    size: store.size,
  }));
}

function apply(store: TableStore, steps: { isPut: boolean; primaryKey: bigint; key: bigint }[]): void {
  for (const { isPut, primaryKey, key } of steps) {
    if (isPut) store.put(place, row(primaryKey, key));
    else store.remove(place, primaryKey);
  }
}

describe('table store', () => {
  it('the table store is unchanged after a rollback, indexes and counts included', () => {
    fc.assert(
      fc.property(fc.array(step), fc.array(step), (before, undone) => {
        const undo = new UndoLog();
        const store = new TableStore(undo);
        apply(store, before);
        const seen = contents(store);
        undo.simulate(() => {
          apply(store, undone);
        });
        expect(contents(store)).toEqual(seen);
      }),
    );
  });

  it('the table store holds the same rows as a map', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const store = new TableStore(new UndoLog());
        const model = new Map<bigint, Row>();
        for (const { isPut, primaryKey, key } of steps) {
          if (isPut) model.set(primaryKey, row(primaryKey, key));
          else model.delete(primaryKey);
        }
        apply(store, steps);
        const expected = [...model.values()].sort((left, right) =>
          Number(left.primaryKey - right.primaryKey),
        );
        expect([...(store.find(place)?.rows() ?? [])]).toEqual(expected);
        const tables = expected.length === 0 ? 0 : 1;
        expect(store.size).toEqual({ tables, rows: expected.length, bytes: 2 * expected.length });
      }),
    );
  });

  it('the table store allows writes during iteration', () => {
    const store = new TableStore(new UndoLog());
    for (const key of [1n, 3n, 5n]) store.put(place, row(key));
    const walked: bigint[] = [];
    for (const { primaryKey } of store.find(place)!.rows()) {
      walked.push(primaryKey);
      store.remove(place, primaryKey);
      if (primaryKey === 1n) store.put(place, row(2n));
      if (primaryKey === 3n) store.put(place, row(1n));
    }
    expect(walked).toEqual([1n, 2n, 3n, 5n]);
  });

  it('the table store keeps the payer of a table while it has rows, also through undo', () => {
    const undo = new UndoLog();
    const store = new TableStore(undo);
    store.put(place, row(1n, 0n, 'alice'));
    store.put(place, row(2n, 0n, 'bob'));
    store.remove(place, 1n);
    undo.simulate(() => {
      store.remove(place, 2n);
      store.put(place, row(3n, 0n, 'carol'));
      expect(store.find(place)!.payer).toBe('carol');
    });
    expect(store.find(place)!.payer).toBe('alice');
  });
});
