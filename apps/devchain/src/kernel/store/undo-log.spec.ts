import { UndoLog } from './undo-log';

describe('undo log', () => {
  it('the undo log rolls back in reverse order when a transaction throws, and rethrows the error', () => {
    const undo = new UndoLog();
    const map = new Map([['a', 1]]);
    const state = { count: 1 };
    const failure = new Error('no');
    expect(() =>
      undo.transaction(() => {
        undo.put(map, 'a', 2);
        undo.put(map, 'b', 3);
        undo.delete(map, 'a');
        undo.assign(state, { count: 2 });
        undo.assign(state, { count: 3 });
        throw failure;
      }),
    ).toThrow(failure);
    expect(map).toEqual(new Map([['a', 1]]));
    expect(state).toEqual({ count: 1 });
  });

  it('the undo log keeps the writes of a transaction that succeeds', () => {
    const undo = new UndoLog();
    const map = new Map<string, number>();
    expect(undo.transaction(() => (undo.put(map, 'a', 1), 'done'))).toBe('done');
    expect(() =>
      undo.transaction(() => {
        undo.delete(map, 'a');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(map).toEqual(new Map([['a', 1]]));
  });

  it('the undo log rolls back a simulation', () => {
    const undo = new UndoLog();
    const map = new Map<string, number>();
    expect(undo.simulate(() => (undo.put(map, 'a', 1), map.size))).toBe(1);
    expect(map.size).toBe(0);
  });

  it('the undo log rolls back an inner transaction alone when the outer one catches its error', () => {
    const undo = new UndoLog();
    const map = new Map<string, number>();
    undo.transaction(() => {
      undo.put(map, 'outer', 1);
      try {
        undo.transaction(() => {
          undo.put(map, 'inner', 2);
          throw new Error('no');
        });
      } catch {
        undo.put(map, 'after', 3);
      }
    });
    expect([...map.keys()]).toEqual(['outer', 'after']);
  });

  it('the undo log rolls back a finished inner transaction when the outer one fails', () => {
    const undo = new UndoLog();
    const map = new Map<string, number>();
    expect(() =>
      undo.transaction(() => {
        undo.transaction(() => {
          undo.put(map, 'inner', 1);
        });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(map.size).toBe(0);
  });
});
