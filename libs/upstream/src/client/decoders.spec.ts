import { DECODERS } from './decoders';

describe('DECODERS', () => {
  it('DECODERS has reads of the state of the chain alone: no push, no dry run, no head', () => {
    expect([...DECODERS.keys()]).toEqual([
      '/v1/chain/get_table_rows',
      '/v1/chain/get_table_by_scope',
      '/v1/chain/get_currency_balance',
      '/v1/chain/get_currency_stats',
      '/v1/chain/get_account',
      '/v1/chain/get_raw_abi',
      '/v1/chain/get_block',
    ]);
  });
});
