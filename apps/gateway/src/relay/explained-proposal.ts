import {
  bytesToHex,
  hexToBytes,
  signingDigest,
  transactionId,
  unpackTransaction,
  ValueError,
  type Json,
  type Transaction,
} from '@app/antelope';
import { Metrics } from '@app/operations';
import { fail } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { decodedActions } from './decoded-actions';
import type { Network } from '../network/network';
import { NetworkRegistry } from '../network/network-registry';

/** Most actions that are decoded; each may need the ABI of another contract. */
const MAX_ACTIONS = 20;
const SOURCE = 'explain_proposal';

interface ExplainedAction {
  readonly contract: string;
  readonly action: string;
  readonly authorization: readonly string[];
  readonly relayed: boolean;
  /** The decoded data, or why it is not decoded, and its bytes. */
  readonly data: Json;
}

/** Content of a proposal's bytes, decoded with the live ABIs, and the result of a dry run now. */
export interface ExplainedProposal {
  readonly network: string;
  readonly transaction_id: string;
  readonly signing_digest: string;
  readonly expires: string;
  readonly head_block_time: string;
  readonly actions: readonly ExplainedAction[];
  readonly simulation: { readonly status: string; readonly error: string | null };
}

@Injectable()
export class ProposalExplanations {
  constructor(
    registry: NetworkRegistry,
    private readonly metrics: Metrics,
  ) {
    for (const { name } of registry.all()) metrics.undecodedData.inc({ network: name, source: SOURCE }, 0);
  }

  /** @throws ToolError for bytes that are no transaction, or one with more than 20 actions */
  async of(network: Network, packed_trx: string): Promise<ExplainedProposal> {
    const packed = hexToBytes(packed_trx);
    const transaction = unpacked(packed);
    const { chain } = network;
    const [info, actions, { status, error }] = await Promise.all([
      chain.info(),
      this.#actions(network, transaction),
      chain.computeTransaction(packed_trx),
    ]);
    return {
      network: network.name,
      transaction_id: transactionId(packed),
      signing_digest: bytesToHex(signingDigest(info.chainId, packed)),
      expires: `${transaction.expiration}Z`,
      head_block_time: new Date(info.headBlockTimeMs).toISOString(),
      actions,
      simulation: { status, error },
    };
  }

  async #actions(
    { name: network, chain, profile }: Network,
    { actions }: Transaction,
  ): Promise<ExplainedAction[]> {
    const relayed = new Set(profile.relayedActions().map(({ account, name }) => `${account}::${name}`));
    const decoded = await decodedActions(chain, actions);
    const hidden = decoded.filter(({ json }) => json === undefined).length;
    this.metrics.undecodedData.inc({ network, source: SOURCE }, hidden);
    return actions.map(({ account, name, authorization, data }, index) => ({
      contract: account,
      action: name,
      authorization: authorization.map(({ actor, permission }) => `${actor}@${permission}`),
      relayed: relayed.has(`${account}::${name}`),
      data: decoded[index]?.json ?? `not decoded: ${decoded[index]?.reason ?? ''}; bytes ${data}`,
    }));
  }
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
