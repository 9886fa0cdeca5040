import fc from 'fast-check';
import { type Caps, decide, FullWindowError, SpendingState } from './spending-rules';

const HOUR = 3_600_000;

describe('the refusal of a call without room', () => {
  it('the refusal of a call without room says from when there is room, and never earlier or later', () => {
    const units = fc.bigInt({ min: 1n, max: 100n });
    const made = fc.array(fc.record({ units, expires_at: fc.nat(3 * HOUR), isVoid: fc.boolean() }));
    fc.assert(
      fc.property(made, fc.bigInt({ min: 1n, max: 120n }), (all, wantedUnits) => {
        const state = new SpendingState();
        for (const [index, { units: used, expires_at, isVoid }] of all.entries()) {
          const own = { id: String(index), request: `r${index}`, call: `c${index}`, expires_at };
          state.apply({ type: 'reserve', ...own, units: { USDT: String(used) }, signed_at: 0, packed: '' });
          if (isVoid) state.apply({ type: 'void', id: own.id });
        }
        const caps: Caps = new Map([['USDT', [{ ms: HOUR, max: 100n }]]]);
        const wanted = { request: 'new', call: 'new', units: new Map([['USDT', wantedUnits]]) };
        const refusalAt = (nowMs: number): unknown => {
          try {
            return decide(state, wanted, nowMs, caps);
          } catch (error) {
            return error;
          }
        };
        const refused = refusalAt(HOUR);
        if (refused === undefined) return;
        const { roomAt } = (refused as FullWindowError).window;
        if (roomAt === undefined) {
          expect(wantedUnits).toBeGreaterThan(100n);
          return;
        }
        expect(refusalAt(roomAt - 1)).toBeInstanceOf(FullWindowError);
        expect(refusalAt(roomAt)).toBeUndefined();
      }),
    );
  });
});
