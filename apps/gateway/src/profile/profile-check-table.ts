import type { ProfileCheckRow } from '@app/networks';

/** The whole comparison as text, one line per entry, mismatches with their reason. */
export function profileCheckTable(rows: readonly ProfileCheckRow[]): string {
  const width = Math.max(...rows.map(({ entry }) => entry.length), 0);
  return rows
    .map(({ entry, ok, reason }) => `  ${entry.padEnd(width)}  ${ok ? 'ok' : `MISMATCH  ${reason}`}\n`)
    .join('');
}
