import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HistoryProcess } from '../../harness/process/history-process';
import { HistoryChain } from '../../harness/ship/history-chain';

interface Listed {
  readonly actions: readonly { readonly act: { readonly name: string; readonly data: unknown } }[];
}

describe('a history that began in the middle of its chain', () => {
  let chain: HistoryChain;
  let folder: string;
  let history: HistoryProcess;

  beforeAll(async () => {
    chain = await HistoryChain.start({}, { simulation: true });
    await chain.produce(150);
    folder = mkdtempSync(path.join(tmpdir(), 'history-'));
    history = new HistoryProcess({
      HISTORY_SHIP_URL: chain.shipUrl,
      HISTORY_CHAIN_URL: chain.url,
      HISTORY_STATE_DIR: folder,
      HISTORY_FIRST_BLOCK: '-80',
    });
    await history.url();
  });
  afterAll(async () => {
    await history.stop('SIGTERM');
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  const read = async <T>(route: string): Promise<T> =>
    (await (await fetch(`${await history.url()}${route}`)).json()) as T;

  it('actions of contracts that were deployed before are decoded with the ABI of the node', async () => {
    const isDecoded = ({ act }: Listed['actions'][number]): boolean => typeof act.data === 'object';
    let found: Listed['actions'] = [];
    // The node is asked beside the following, and its answer counts from the next block on.
    for (let turn = 0; turn < 100 && !(found.length > 10 && found.every(isDecoded)); turn++) {
      await chain.produce(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = (await read<Listed>('/v2/history/get_actions?act.name=transfer&limit=1000')).actions;
    }
    expect(found.length).toBeGreaterThan(10);
    for (const { act } of found) expect(act.data).toMatchObject({ from: expect.any(String) });
  });

  it.each([
    '/v2/state/get_tokens?account=alice',
    '/v2/state/get_links?account=alice',
    '/v2/state/get_voters',
    '/v2/state/get_proposals',
    '/v2/state/get_account?account=alice',
    '/v2/history/get_abi_snapshot?contract=nosuch',
    '/v2/history/get_schedule',
    '/v2/history/get_created_accounts?account=eosio',
    '/v2/stats/get_missed_blocks',
  ])('%s says from which block on the state is known', async (route) => {
    const { first_indexed_block } = (
      await read<{ health: { service_data: { first_indexed_block: number } }[] }>('/v2/health')
    ).health[2]!.service_data;
    expect(await read(route)).toMatchObject({ complete: false, known_from: first_indexed_block });
    expect(first_indexed_block).toBeGreaterThan(2);
  });

  it('get_creator does not say that an account does not exist which is older than the history', async () => {
    const { known_from } = await read<{ known_from: number }>('/v2/history/get_schedule');
    expect(await read('/v2/history/get_creator?account=bob')).toMatchObject({
      message: `account not found: those from before block ${known_from} are not known`,
    });
  });
});
