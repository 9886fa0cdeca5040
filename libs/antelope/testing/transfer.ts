import { ABI } from '@wharfkit/antelope';
import type { PackedAction, Transaction } from '../src/transactions/transaction';

/** The arguments of a token's `transfer`, as a struct of its ABI. */
export const TRANSFER_STRUCT = {
  name: 'transfer',
  base: '',
  fields: [
    { name: 'from', type: 'name' },
    { name: 'to', type: 'name' },
    { name: 'quantity', type: 'asset' },
    { name: 'memo', type: 'string' },
  ],
};

/** The ABI of a contract with that action only. */
export const TRANSFER_ABI = ABI.from({
  version: 'eosio::abi/1.2',
  structs: [TRANSFER_STRUCT],
  actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
});

/** A transaction without limits, delay and context-free actions that ends at `expiration` (UTC, without zone). */
export const transactionOf = (expiration: string, ...actions: PackedAction[]): Transaction => ({
  expiration,
  ref_block_num: 1,
  ref_block_prefix: 2,
  max_net_usage_words: 0,
  max_cpu_usage_ms: 0,
  delay_sec: 0,
  context_free_actions: [],
  actions,
  transaction_extensions: [],
});
