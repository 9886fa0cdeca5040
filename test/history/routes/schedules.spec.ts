import { rowsOf } from '../../../apps/history/src/derive/contract-rows';
import { ServedChain } from '../../harness/history/served-chain';
import type { ActionInput } from '../../harness/node/test-chain';

const producing = (actor: string, name: string, data: Record<string, unknown>): ActionInput => ({
  account: 'eosio',
  name,
  authorization: [{ actor, permission: 'active' }],
  data,
});

/** More than a proposal needs to become final, pending and active. */
const BLOCKS = 100;

describe('schedules of a development chain whose producers changed twice', () => {
  let served: ServedChain;

  async function push(actor: string, name: string, data: Record<string, unknown>): Promise<void> {
    const { node } = served.chain;
    const { status, json } = await node.transact([producing(actor, name, data)], [node.keyOf(actor)]);
    expect({ status, json }).toMatchObject({ status: 202 });
  }

  /** The producers' keys are those of the chain itself, so that their blocks can be made. */
  async function elect(producer: string): Promise<void> {
    const producer_key = String(served.chain.node.keyOf('eosio').toPublic());
    await push(producer, 'regproducer', { producer, producer_key, url: '', location: 0 });
    await push('alice', 'voteproducer', { voter: 'alice', proxy: '', producers: [producer] });
    await served.chain.produce(BLOCKS);
  }

  beforeAll(async () => {
    served = await ServedChain.start();
    await elect('bob');
    await elect('carol');
    await served.caughtUp();
  });
  afterAll(() => served.close());

  test.each([
    [1, 'bob'],
    [2, 'carol'],
  ])('get_schedule answers version %d, proposed and activated', async (version, producer) => {
    const schedule = (query: object) => served.read('/v2/history/get_schedule', { version, ...query });
    const proposed = await schedule({});
    expect(proposed).toMatchObject({ version, producers: [{ name: producer }] });
    expect(await schedule({ mode: 'proposed' })).toMatchObject({ version, producers: [{ name: producer }] });
    expect(await schedule({ mode: 'activated' })).toMatchObject({
      version,
      proposed_block_num: (proposed as { block_num: number }).block_num,
      producers: [{ name: producer }],
    });
  });

  test('state history has the number of a schedule while it is proposed, else 0, as real nodes do', async () => {
    const reader = await served.chain.reader();
    reader.request({});
    const blocks = await reader.blocksTo(served.chain.chain.head().num);
    await reader.close();
    const versions = blocks.flatMap(({ deltas }) =>
      rowsOf(deltas, 'global_property').map(({ row }) => row.proposedSchedule.version),
    );
    expect(versions).toEqual([0, 1, 0, 2, 0]);
  });
});
