import { nameToValue } from '@app/antelope';

/** More names than a development chain uses. At the limit the cache begins anew. */
const MAX_NAMES = 65_536;

const values = new Map<string, bigint>();

/** The 64-bit value of a name, from a cache: the names of a block repeat, and computing one costs ten times a lookup. */
export function nameValue(name: string): bigint {
  const known = values.get(name);
  if (known !== undefined) return known;
  if (values.size === MAX_NAMES) values.clear();
  const value = nameToValue(name);
  values.set(name, value);
  return value;
}
