import { FakeNodes } from '../testing/fake-node';
import { executedAt } from './chain-view';

describe('the block of a transaction at one node', () => {
  const fake = new FakeNodes();
  afterEach(() => fake.close());

  it.each([
    ['the block', 7, 7],
    ['another block', 8, undefined],
  ])(
    'a node that answers %s when it is asked for block 7, with block_num %d, states %p',
    async (_, block_num, expected) => {
      const block = { block_num, transactions: [{ trx: { id: 'ab' } }] };
      const node = await fake.start({ 'chain/get_block': () => block });
      expect(await executedAt(node, { id: 'ab', blockNum: 7 })).toBe(expected);
    },
  );
});
