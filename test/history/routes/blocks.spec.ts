import {
  name,
  noteAction,
  type SampleAction,
  SampleBlocks,
  sampleId,
  sampleKey,
  START_MS,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { ENVELOPE, type Shape, shapeFaults } from './support/shapes';

const ONBLOCK: SampleAction = { account: 'eosio', name: 'onblock', actor: 'eosio', data: new Uint8Array() };

/** Blocks 2 to 6 with 0, 1, 2, 3 and 1 transactions behind onblock; block 6 without onblock. */
function blocks() {
  const made = new SampleBlocks();
  const sent = (count: number) => Array.from({ length: count }, () => [noteAction('alice', 'text')]);
  return [
    made.next([[ONBLOCK]]),
    made.next([[ONBLOCK], ...sent(1)]),
    made.next([[ONBLOCK], ...sent(2)], {
      schedules: [
        {
          kind: 'activated',
          version: 7,
          producers: [{ name: name('producera'), threshold: 1, keys: [{ key: sampleKey(3), weight: 1 }] }],
        },
      ],
    }),
    made.next([[ONBLOCK], ...sent(3)]),
    made.next(sent(1)),
  ];
}

const BLOCK: Shape = {
  ...{ '@timestamp': 'string', block_num: 'integer', block_id: 'string', prev_id: 'string' },
  ...{ producer: 'string', schedule_version: 'integer', cpu_usage: 'integer', net_usage: 'integer' },
  trx_count: 'integer',
};
const ONE_BLOCK: Shape = { ...ENVELOPE, ...(BLOCK as object) };
const hexOf = (id: Uint8Array): string => Buffer.from(id).toString('hex');

describe('get_block and get_blocks', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  const numbersOf = async (query: object): Promise<unknown> => {
    const { json } = await history.get('/v2/history/get_blocks', { ...query });
    return (json['blocks'] as { block_num: number }[]).map(({ block_num }) => block_num);
  };

  it('get_block answers the block with the usage of its receipts: onblock is not counted', async () => {
    const { json } = await history.get('/v2/history/get_block', { block_num: 5 });
    expect(shapeFaults(ONE_BLOCK, json)).toEqual([]);
    expect(json).toMatchObject({
      '@timestamp': '2030-01-01T00:00:02.500',
      block_num: 5,
      block_id: hexOf(sampleId(5)),
      prev_id: hexOf(sampleId(4)),
      producer: 'producerb',
      schedule_version: 1,
      // Transactions cost 100 us and 12 words, and one more each behind the first.
      cpu_usage: 101 + 102 + 103,
      net_usage: 13 + 14 + 15,
      trx_count: 3,
      total: { value: 1, relation: 'eq' },
      lib: 3,
    });
    expect(json).not.toHaveProperty('new_producers');
  });

  it('get_block has the schedule that the block announces', async () => {
    const { json } = await history.get('/v2/history/get_block', { block_num: 4 });
    expect(json['new_producers']).toEqual({
      version: 7,
      producers: [{ producer_name: 'producera', block_signing_key: expect.stringMatching(/^EOS/) }],
    });
  });

  it.each([
    ['get_block', { block_num: 99 }, 500, 'Block 99 not found'],
    ['get_block', {}, 400, 'block_num'],
    ['get_block', { block_num: 0 }, 400, 'block_num'],
    ['get_blocks', { block_num: 99 }, 500, 'Block not found'],
    ['get_blocks', { block_id: 'f'.repeat(64) }, 500, 'Block not found'],
    ['get_blocks', { block_id: hexOf(sampleId(4, 9)) }, 500, 'Block not found'],
    ['get_blocks', { block_num: 3, block_id: hexOf(sampleId(4)) }, 500, 'Block not found'],
    ['get_blocks', { block_num: 5, producer: 'producera' }, 500, 'Block not found'],
    ['get_blocks', { block_num: 5, min_trx_count: 4 }, 500, 'Block not found'],
    ['get_blocks', { block_id: hexOf(sampleId(4)), trx_count: 1 }, 500, 'Block not found'],
    ['get_blocks', { block_num: 4, after: 5 }, 500, 'Block not found'],
    ['get_blocks', { block_id: hexOf(sampleId(4)), before: 3 }, 500, 'Block not found'],
    ['get_blocks', { block_id: 'abc' }, 400, 'block_id'],
    ['get_blocks', { producer: 'NOT A NAME' }, 400, 'producer'],
    ['get_blocks', { trx_count: -1 }, 400, 'trx_count'],
    ['get_blocks', { sort: 'up' }, 400, 'sort'],
    ['get_blocks', { skip: 10_001 }, 400, 'skip'],
  ])('%s refuses %j', async (route, query, status, reason) => {
    const answer = await history.get(`/v2/history/${route}`, query);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(reason);
  });

  it.each([
    ['no condition', {}, [6, 5, 4, 3, 2]],
    ['limit and skip', { limit: 2, skip: 1 }, [5, 4]],
    ['sort=asc', { sort: 'asc', limit: 2 }, [2, 3]],
    ['sort=asc and skip', { sort: 1, limit: 2, skip: 4 }, [6]],
    ['a skip behind the last one', { skip: 5 }, []],
    ['block_num', { block_num: 4, limit: 10 }, [4]],
    ['block_num with conditions that it meets', { block_num: 5, producer: 'producerb', trx_count: 3 }, [5]],
    ['block_num within bounds', { block_num: 4, after: 4, before: 5, skip: 0, sort: 'asc' }, [4]],
    ['block_id', { block_id: hexOf(sampleId(4)).toUpperCase() }, [4]],
    ['after and before, numbers of blocks', { after: 3, before: 5 }, [5, 4, 3]],
    ['after, a time', { after: new Date(START_MS + 4 * 500).toISOString() }, [6, 5, 4]],
    ['before, a time', { before: new Date(START_MS + 4 * 500 - 1).toISOString() }, [3, 2]],
    ['a range without blocks', { after: 8 }, []],
    ['producer', { producer: 'producerb' }, [5, 3]],
    ['two producers', { producer: 'producera,producerb', limit: 3 }, [6, 5, 4]],
    ['an unknown producer', { producer: 'nobody' }, []],
    ['trx_count', { trx_count: 1 }, [6, 3]],
    ['trx_count of none', { trx_count: 0 }, [2]],
    ['min_trx_count', { min_trx_count: 2 }, [5, 4]],
    ['max_trx_count', { max_trx_count: 1 }, [6, 3, 2]],
    ['min_trx_count and max_trx_count', { min_trx_count: 1, max_trx_count: 2, sort: 'asc' }, [3, 4, 6]],
    ['producer and min_trx_count', { producer: 'producera', min_trx_count: 1 }, [6, 4]],
  ])('get_blocks finds the blocks with %s', async (_what, query, numbers) => {
    expect(await numbersOf(query)).toEqual(numbers);
  });

  it('get_blocks answers the members of get_block, and the exact total of a range', async () => {
    const { json } = await history.get('/v2/history/get_blocks', { limit: 1, after: 3 });
    expect(shapeFaults({ ...ENVELOPE, blocks: [BLOCK] }, json)).toEqual([]);
    expect(json['total']).toEqual({ value: 4, relation: 'eq' });
  });
});
