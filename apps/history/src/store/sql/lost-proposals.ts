import { hasInstantFinality } from '@app/ship';

/** Earlier versions filled blocks in without the producers that they propose with instant finality. */
export const LAST_WITHOUT_PROPOSALS = 9;

/** Blocks of the first fill that wait for those before them, and the schedules of the last block of each range. */
export const FILLED_SCHEDULES = `SELECT max(f.last) AS last, max(b.schedule) AS schedule,
  (SELECT h.schedule FROM cursor c JOIN block h ON h.num = c.num) AS head
  FROM filled f JOIN block b ON b.num = f.last`;

/**
 * The text for the log where an earlier version filled in blocks behind the switch to instant finality, and the store is
 * not there yet: their proposals are lost, and cannot be read again as their history is stored.
 * @param found row of FILLED_SCHEDULES; without such blocks, and without a head, its columns are null
 */
export function lostProposals(
  version: number | undefined,
  found: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (version === undefined || version > LAST_WITHOUT_PROPOSALS || found === undefined) return undefined;
  const isBehind = (schedule: unknown): boolean =>
    schedule !== null && hasInstantFinality({ scheduleVersion: Number(schedule) });
  if (!isBehind(found.schedule) || isBehind(found.head)) return undefined;
  return `version ${String(version)} of the store filled in blocks up to ${String(found.last)}, behind the switch to instant finality, without the producers that they propose: get_schedule and get_missed_blocks will not know those behind the switch. To know them, end this process and begin the fill again, in an empty store`;
}
