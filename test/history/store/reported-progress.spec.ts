import { setTimeout as delay } from 'node:timers/promises';
import { TailedStore } from '../../../apps/history/src/serving/tailed-store';
import { openHistoryWriter, openStoreTail } from '../../../apps/history/src/store/open-store';
import type { IndexProgress } from '../../../apps/history/src/store/port';
import { sharedPostgres } from '../../harness/process/postgres';

const POLL_MS = 20;
const CHAIN_ID = new Uint8Array(32);
const CONNECTED = { isConnected: true, targetNum: 100_000, error: undefined };

describe('progress of a writing process', () => {
  it('the progress of a writing process reaches the processes that serve, and ends there with the writer', async () => {
    const postgres = await sharedPostgres();
    const url = await postgres.createDatabase('progress');
    const writer = await openHistoryWriter(url);
    await writer.open(CHAIN_ID);
    const served = new TailedStore('chain', await openStoreTail(url), { error: () => undefined });
    const until = async (holds: (progress: IndexProgress | undefined) => boolean): Promise<void> => {
      while (!served.status.isConnected || !holds(served.status.progress)) await delay(POLL_MS);
    };
    const progress = { remainingBlocks: 99_000, blocksPerSecond: 1234.5, remainingSeconds: 81 };
    await writer.report({ ...CONNECTED, progress });
    await until((shown) => shown !== undefined);
    expect(served.status.progress).toEqual(progress);

    await writer.report({ ...CONNECTED, progress: undefined });
    await until((shown) => shown === undefined);

    await writer.report({ ...CONNECTED, progress });
    await until((shown) => shown !== undefined);
    await writer.close();
    while (served.status.isConnected) await delay(POLL_MS);
    expect(served.status.progress).toBeUndefined();
    await served.close();
  });
});
