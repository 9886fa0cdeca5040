import { isJsonObject, type Json } from '@app/antelope';

/**
 * Whether an ABI encodes two JSON values as the same bytes: numbers and their decimal strings are equal, true
 * is 1, and an absent member is null. Everything else is compared as it is.
 */
export function isSameValue(asked: Json | undefined, decoded: Json | undefined): boolean {
  if (isList(asked) && isList(decoded)) {
    return asked.length === decoded.length && asked.every((item, index) => isSameValue(item, decoded[index]));
  }
  if (isJsonObject(asked) && isJsonObject(decoded)) {
    const names = new Set([...Object.keys(asked), ...Object.keys(decoded)]);
    return [...names].every((name) => isSameValue(asked[name], decoded[name]));
  }
  return scalarText(asked) !== undefined && scalarText(asked) === scalarText(decoded);
}

function scalarText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? undefined : String(value);
}

function isList(value: Json | undefined): value is Json[] {
  return Array.isArray(value);
}
