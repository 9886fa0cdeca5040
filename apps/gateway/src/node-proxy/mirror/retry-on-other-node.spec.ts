import { NodeAnswerError } from '@app/upstream';
import { retriesOnOtherNode } from './retry-on-other-node';
import { MIRROR_ROUTES } from './routes/routes';

const HEAD = 100;
const ask = (path: string, parameters: Record<string, unknown>, refusal: NodeAnswerError): boolean => {
  const route = MIRROR_ROUTES.find((one) => one.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  return retriesOnOtherNode(route, parameters, HEAD)(refusal);
};
const unknownRoute = new NodeAnswerError(404, 0, 'exception', 'Unknown Endpoint');
const unknownBlock = new NodeAnswerError(400, 3_100_002, 'unknown_block_exception', 'Could not find block');

describe('a refusal', () => {
  it.each([
    ['a route that the node does not serve', '/v1/chain/get_table_rows', {}, unknownRoute],
    ['a pruned block', '/v1/chain/get_block', { block_num_or_id: '5' }, unknownBlock],
    ['a block by its id', '/v1/chain/get_block', { block_num_or_id: 'ab'.repeat(32) }, unknownBlock],
    [
      'a missing trace',
      '/v1/trace_api/get_block',
      { block_num: 5 },
      new NodeAnswerError(404, 0, '', 'block trace missing'),
    ],
  ])('a refusal of %s is asked of another node', (_, path, parameters, refusal) => {
    expect(ask(path, parameters, refusal)).toBe(true);
  });

  it.each([
    ['a block above the head', '/v1/chain/get_block', { block_num_or_id: HEAD + 1 }, unknownBlock],
    ['a body without a block', '/v1/chain/get_block', {}, unknownBlock],
    [
      'an unknown account',
      '/v1/chain/get_account',
      { account_name: 'nosuch' },
      new NodeAnswerError(400, 3_060_002, 'account_query_exception', 'unknown'),
    ],
  ])('a refusal of %s is the answer', (_, path, parameters, refusal) => {
    expect(ask(path, parameters, refusal)).toBe(false);
  });
});
