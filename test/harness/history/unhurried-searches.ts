import { DEFAULT_SEARCH_LIMITS } from '../../../apps/history/src/store/sql/sql-reader';

/**
 * Readers that are opened from now on, by the specs of this file, give each search a minute in place of half a second:
 * the time in which this process, or PostgreSQL, is stopped counts as its work.
 */
export function unhurriedSearches(): void {
  jest.replaceProperty(DEFAULT_SEARCH_LIMITS, 'maxMs', 60_000);
}
