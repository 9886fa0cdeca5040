import {
  bytesToHex,
  derivePrivateKey,
  packTransaction,
  signDigest,
  signingDigest,
  type Transaction,
} from '@app/antelope';
import type { PushTransactionInput } from '../../../../apps/gateway/src/relay/dto/push-transaction.dto';
import { TRANSFER } from './transaction';

const KEY = derivePrivateKey('relay specs');

/** The input of push_transaction for a transaction of mainnet, signed for this chain. */
export function signedPush(chainId: string, transaction: Transaction = TRANSFER): PushTransactionInput {
  const packed = packTransaction(transaction);
  const signed_tx = {
    signatures: [signDigest(KEY, signingDigest(chainId, packed))],
    packed_trx: bytesToHex(packed),
    compression: 0 as const,
    packed_context_free_data: '',
  };
  return { network: 'mainnet', signed_tx, wait_for: 'in_block' };
}
