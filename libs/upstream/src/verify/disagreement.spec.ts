import { NodesDisagreeError } from './disagreement';

const evidence = { network: 'mainnet', nodes: ['a', 'b'], route: '/v1/chain/get_table_rows' };

describe('NodesDisagreeError', () => {
  it('NodesDisagreeError names the nodes for the log, and not for clients', () => {
    const error = new NodesDisagreeError({ ...evidence, headBlock: 7, member: 'rows.0.price' });
    expect(error.message).toBe(
      'a and b of mainnet disagree: /v1/chain/get_table_rows, rows.0.price: they differ at block 7',
    );
    expect(error.why).toBe('/v1/chain/get_table_rows, rows.0.price: they differ at block 7');
  });

  it('NodesDisagreeError says that the nodes were at no common head', () => {
    const error = new NodesDisagreeError({ ...evidence, headBlock: undefined, member: '' });
    expect(error.why).toBe('/v1/chain/get_table_rows: they differ and were not seen at the same head');
  });
});
