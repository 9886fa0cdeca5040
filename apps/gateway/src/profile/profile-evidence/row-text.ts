import { isJsonObject, type Json } from '@app/antelope';

/** A member of a row that is a text with something in it; undefined for anything else. */
export function rowText(row: Json, member: string): string | undefined {
  const value = isJsonObject(row) ? row[member] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
