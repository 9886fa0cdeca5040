import { UndoLog } from './undo-log';

describe('the undo log', () => {
  it('undoes in the opposite order when a session throws, and passes the error on', () => {
    const undo = new UndoLog();
    const map = new Map([['a', 1]]);
    const state = { count: 1 };
    const failure = new Error('no');
    expect(() =>
      undo.session(() => {
        undo.put(map, 'a', 2);
        undo.put(map, 'b', 3);
        undo.take(map, 'a');
        undo.assign(state, { count: 2 });
        undo.assign(state, { count: 3 });
        throw failure;
      }),
    ).toThrow(failure);
    expect(map).toEqual(new Map([['a', 1]]));
    expect(state).toEqual({ count: 1 });
  });

  it('keeps what a session did when it ends well', () => {
    const undo = new UndoLog();
    const map = new Map<string, number>();
    expect(undo.session(() => (undo.put(map, 'a', 1), 'done'))).toBe('done');
    expect(() =>
      undo.session(() => {
        undo.take(map, 'a');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(map).toEqual(new Map([['a', 1]]));
  });

  it('undoes a trial whatever becomes of it', () => {
    const undo = new UndoLog();
    const map = new Map<string, number>();
    expect(undo.trial(() => (undo.put(map, 'a', 1), map.size))).toBe(1);
    expect(map.size).toBe(0);
  });

  it('undoes an inner session alone when the outer one catches its error', () => {
    const undo = new UndoLog();
    const map = new Map<string, number>();
    undo.session(() => {
      undo.put(map, 'outer', 1);
      try {
        undo.session(() => {
          undo.put(map, 'inner', 2);
          throw new Error('no');
        });
      } catch {
        undo.put(map, 'after', 3);
      }
    });
    expect([...map.keys()]).toEqual(['outer', 'after']);
  });

  it('undoes a finished inner session when the outer one fails', () => {
    const undo = new UndoLog();
    const map = new Map<string, number>();
    expect(() =>
      undo.session(() => {
        undo.session(() => {
          undo.put(map, 'inner', 1);
        });
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(map.size).toBe(0);
  });
});
