/** Status byte of a transaction's trace and receipt. Source: transaction_receipt_header::status_enum. */
export const TRANSACTION_STATUS = ['executed', 'soft_fail', 'hard_fail', 'delayed', 'expired'] as const;
