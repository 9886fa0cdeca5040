import { ValueError } from '@app/antelope';

/**
 * The one value that `read` gives, or none for data that it cannot read. Data of actions and rows of contracts is what any
 * account sends, and contracts of other chains have other members: it never fails a block.
 */
export function readable<T>(read: () => T | undefined): T[] {
  try {
    const value = read();
    return value === undefined ? [] : [value];
  } catch (error) {
    if (error instanceof ValueError) return [];
    throw error;
  }
}
