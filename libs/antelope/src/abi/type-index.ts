import type { ABI } from '@wharfkit/antelope';
import type { Abi } from './definition';

/** Types of an ABI by their name; where a name is declared twice, the first declaration counts. */
export interface TypeIndex {
  readonly aliases: ReadonlyMap<string, string>;
  readonly structs: ReadonlyMap<string, ABI.Struct>;
  readonly variants: ReadonlyMap<string, ABI.Variant>;
}

const indexes = new WeakMap<Abi, TypeIndex>();

/** Made once for each ABI. */
export function typesOf(abi: Abi): TypeIndex {
  const index = indexes.get(abi) ?? typeIndexOf(abi);
  indexes.set(abi, index);
  return index;
}

/** One pass over the ABI: a search for each field takes the square of its size, 23 s for an ABI of 337 kB. */
function typeIndexOf({ types, structs, variants }: Abi): TypeIndex {
  return {
    aliases: firstOf(types.map(({ new_type_name, type }) => [new_type_name, type])),
    structs: firstOf(structs.map((struct) => [struct.name, struct])),
    variants: firstOf(variants.map((variant) => [variant.name, variant])),
  };
}

/** A map in which the first entry of a key counts. */
export function firstOf<T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  return new Map(entries.toReversed());
}
