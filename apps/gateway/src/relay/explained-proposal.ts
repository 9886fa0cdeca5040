import {
  bytesToHex,
  hexToBytes,
  signingDigest,
  transactionId,
  unpackTransaction,
  ValueError,
  type Transaction,
} from '@app/antelope';
import { fail } from '@app/chain-tools';
import { nameList } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { runEffects } from '../composing/effects/run-effects';
import type { ExplainTransactionAnswer } from './dto/explain-transaction.dto';
import { ActionExplanations, MAX_ACTIONS } from './explained-actions';
import type { Network } from '../network/network';

/** Explains bytes before they are signed. */
@Injectable()
export class ProposalExplanations {
  constructor(private readonly explanations: ActionExplanations) {}

  /** @throws ToolError for bytes that are no transaction, or one with more than 20 actions */
  async of(network: Network, packed_trx: string): Promise<ExplainTransactionAnswer> {
    const packed = hexToBytes(packed_trx);
    const transaction = unpacked(packed);
    const { chain, profile } = network;
    const [info, { actions }, run] = await Promise.all([
      chain.info(),
      this.explanations.of(network, transaction.actions, 'explain_proposal'),
      chain.computeTransaction(packed_trx),
    ]);
    const signer = transaction.actions[0]?.authorization[0]?.actor ?? '';
    const { changes, warnings } = runEffects(profile, run, signer);
    return {
      network: network.name,
      transaction_id: transactionId(packed),
      signing_digest: bytesToHex(signingDigest(info.chainId, packed)),
      expires: `${transaction.expiration}Z`,
      head_block_time: new Date(info.headBlockTimeMs).toISOString(),
      actions,
      unlisted_parts: unlistedParts(transaction),
      simulation: { status: run.status, error: run.error, effects: changes && [...changes] },
      warnings: [...warnings],
    };
  }
}

/** Parts of a transaction besides its actions. No tool composes any of them, and push_transaction relays none. */
function unlistedParts({
  delay_sec: delaySeconds,
  context_free_actions: contextFree,
  transaction_extensions: extensions,
}: Transaction): string[] {
  const names = contextFree.map(({ account, name }) => `${account}::${name}`);
  return [
    ...(delaySeconds > 0
      ? [`a delay: it is executed ${delaySeconds} s after it is pushed, also after expires`]
      : []),
    ...(names.length > 0 ? [`context-free actions, which are not decoded: ${nameList(names)}`] : []),
    ...(extensions.length > 0 ? [`extensions, which are not decoded: ${extensions.length}`] : []),
  ];
}

function unpacked(packed: Uint8Array): Transaction {
  try {
    const transaction = unpackTransaction(packed);
    if (transaction.actions.length <= MAX_ACTIONS) return transaction;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return fail('INVALID_VALUE', 'packed_trx', `is not a transaction: ${error.message}`);
  }
  return fail('INVALID_VALUE', 'packed_trx', `has more than ${MAX_ACTIONS} actions`);
}
