import {
  bytesToHex,
  decodeAction,
  hexToBytes,
  signingDigest,
  transactionId,
  unpackTransaction,
  ValueError,
  type Json,
  type Transaction,
} from '@app/antelope';
import { Networks } from '@app/networks';
import { fail } from '@app/tooling';
import { type ChainClient, Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { ExplainProposalInput } from './dto/explain-proposal.dto';

/** Most actions that are decoded; each may need the ABI of another contract. */
const MAX_ACTIONS = 20;

interface ExplainedAction {
  readonly contract: string;
  readonly action: string;
  readonly authorization: readonly string[];
  readonly relayed: boolean;
  /** The decoded data, or why it cannot be decoded. */
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
    private readonly networks: Networks,
    private readonly chains: Chains,
  ) {}

  /** @throws ToolError for bytes that are no transaction, or one with more than 20 actions */
  async of({ network, packed_trx }: ExplainProposalInput): Promise<ExplainedProposal> {
    const packed = hexToBytes(packed_trx);
    const transaction = unpacked(packed);
    const chain = this.chains.of(network);
    const [info, actions, simulation] = await Promise.all([
      chain.info(),
      this.#actions(network, chain, transaction),
      chain.computeTransaction(packed_trx),
    ]);
    return {
      network,
      transaction_id: transactionId(packed),
      signing_digest: bytesToHex(signingDigest(info.chainId, packed)),
      expires: `${transaction.expiration}Z`,
      head_block_time: new Date(info.headBlockTimeMs).toISOString(),
      actions,
      simulation,
    };
  }

  async #actions(network: string, chain: ChainClient, { actions }: Transaction): Promise<ExplainedAction[]> {
    const relayed = new Set(
      this.networks
        .of(network)
        .profile.relayedActions()
        .map(({ account, name }) => `${account}::${name}`),
    );
    return Promise.all(
      actions.map(async ({ account, name, authorization, data }) => ({
        contract: account,
        action: name,
        authorization: authorization.map(({ actor, permission }) => `${actor}@${permission}`),
        relayed: relayed.has(`${account}::${name}`),
        data: await decodedData(chain, { account, name, data }),
      })),
    );
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

async function decodedData(
  chain: ChainClient,
  { account, name, data }: { account: string; name: string; data: string },
): Promise<Json> {
  const contract = await chain.abi(account);
  if (!contract) return `not decoded: ${account} has no contract; bytes ${data}`;
  try {
    return decodeAction(contract.abi, name, hexToBytes(data));
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return `not decoded: ${error.message}; bytes ${data}`;
  }
}
