import { transactionOf } from '../../../../libs/antelope/testing/transfer';

/** A transfer that the relay takes; its data is not decoded by fake nodes. */
export const TRANSFER = transactionOf('2026-11-21T12:05:00', {
  account: 'btc.token',
  name: 'transfer',
  authorization: [{ actor: 'alice', permission: 'active' }],
  data: 'abcd',
});
