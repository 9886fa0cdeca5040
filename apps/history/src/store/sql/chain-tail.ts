import type { ChainTail } from '../../derive/chain-tail';
import { activeSchedules } from '../active-schedules';
import { readPolicies, readProducers } from './blobs';
import { readCursor } from './cursor';
import type { SqlSession } from './session';
import { SCHEDULE_KIND } from './state-writes';
import { bytes, int } from './values';

/** The facts that the block behind the last one depends on; undefined in an empty store. */
export async function readTail(session: SqlSession): Promise<ChainTail | undefined> {
  const { num = -1 } = (await readCursor(session)) ?? {};
  const [block] = await session.all('SELECT time, schedule FROM block WHERE num = ?', [num]);
  if (block === undefined) return undefined;
  const scheduleVersion = int(block.schedule);
  const rows = await session.all(
    'SELECT version, producers FROM schedule WHERE kind = ? AND version >= ? ORDER BY block',
    [SCHEDULE_KIND.activated, scheduleVersion],
  );
  const announced = rows.map(({ version, producers }) => ({
    version: int(version),
    producers: readProducers(bytes(producers)),
  }));
  const [known] = await session.all('SELECT policies FROM proposers');
  return {
    timeMs: int(block.time),
    scheduleVersion,
    schedules: activeSchedules(announced),
    policies: known && readPolicies(bytes(known.policies)),
  };
}
