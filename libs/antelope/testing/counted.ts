import type { Abi } from '../src/abi/definition';

/** Counts reads of members of an ABI and of all in it; more than `max` throw, so that a costly way ends too. */
export function counted(abi: Abi, max: number): { readonly abi: Abi; readonly steps: () => number } {
  let steps = 0;
  const known = new WeakMap<object, object>();
  const watched = <T extends object>(target: T): T => {
    const proxy = known.get(target) ?? new Proxy(target, { get });
    known.set(target, proxy);
    return proxy as T;
  };
  const get = (target: object, member: PropertyKey): unknown => {
    if (++steps > max) throw new Error(`more than ${max} reads of an ABI`);
    const value: unknown = Reflect.get(target, member);
    return typeof value === 'object' && value !== null ? watched(value) : value;
  };
  return { abi: watched(abi), steps: () => steps };
}
