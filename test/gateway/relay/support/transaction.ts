import type { Transaction } from '@app/antelope';

/** A transfer that the relay takes; its data is not decoded by fake nodes. */
export const TRANSFER: Transaction = {
  expiration: '2026-11-21T12:05:00',
  ref_block_num: 1,
  ref_block_prefix: 2,
  max_net_usage_words: 0,
  max_cpu_usage_ms: 0,
  delay_sec: 0,
  context_free_actions: [],
  actions: [
    {
      account: 'btc.token',
      name: 'transfer',
      authorization: [{ actor: 'alice', permission: 'active' }],
      data: 'abcd',
    },
  ],
  transaction_extensions: [],
};
