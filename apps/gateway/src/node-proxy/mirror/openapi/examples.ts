const CHAIN_ID = 'cf057bbfb72640471fd910bcb67639c22df9f92470936cddc1ade0e2f2e7dc4f';
const TRANSACTION_ID = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef';

/** One example answer for each family of routes. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  '/v1/chain/get_info': {
    server_version: '04774eb7',
    chain_id: CHAIN_ID,
    head_block_num: 1000,
    last_irreversible_block_num: 998,
    head_block_time: '2026-11-22T12:00:00.000',
    head_block_producer: 'eosio',
  },
  '/v1/chain/get_table_rows': { rows: [{ balance: '1.00000000 BTC' }], more: false, next_key: '' },
  '/v1/chain/get_currency_balance': ['1.00000000 BTC'],
  '/v1/chain/send_transaction': {
    transaction_id: TRANSACTION_ID,
    processed: { block_num: 1001, except: null },
  },
  '/v1/history/get_actions': { query_time: 3, last_irreversible_block: 998, actions: [] },
  '/v1/trace_api/get_block': { number: 900, status: 'irreversible', producer: 'eosio', transactions: [] },
  '/v2/history/get_actions': {
    query_time_ms: 3.1,
    cached: false,
    lib: 998,
    total: { value: 0, relation: 'eq' },
    actions: [],
  },
};

/** The example answer of a route; undefined where its family has one at another route. */
export const exampleOf = (path: string): unknown => EXAMPLES[path];
