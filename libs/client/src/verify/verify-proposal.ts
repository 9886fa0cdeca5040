import type { ChainProfile } from '../chain/profile.ts';
import {
  bytesToHex,
  equalBytes,
  hexToBytes,
  packTransaction,
  readHeader,
  signingDigest,
  transactionId,
} from '../chain/transaction.ts';
import type { ProposalAnswer } from '../generated/tools.ts';
import { type ComposeCall, expectedActions, permissionOf } from './expected-actions.ts';
import type { Effect } from './rebuilder.ts';

/** The proposal is not the transaction that was asked for, or it cannot be read. Sign nothing. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

/** The chain and its names, as the owner of the key knows them. */
export interface OwnChain {
  /** 64 hexadecimal digits: part of what is signed, so that no signature holds on another chain. */
  readonly id: string;
  readonly profile: ChainProfile;
}

/** A transaction that may be signed: everything in it was computed here. */
export interface VerifiedTransaction {
  readonly packed: Uint8Array;
  /** 32 bytes. */
  readonly digest: Uint8Array;
  readonly id: string;
  readonly effects: readonly Effect[];
  /** Milliseconds since 1970. */
  readonly expiresMs: number;
}

/** Expiry of a proposal of the gateway, five minutes, and a clock that is ten minutes off. */
const LATEST_EXPIRY_MS = 15 * 60_000;
const MOST_BYTES = 8192;

/**
 * Rebuilds the transaction of a call and compares it with the proposal, to the byte. The proposal chooses four members
 * of the header (expiry, reference block and its prefix, net limit) and the name of a new vault; its own digest, id and
 * summary are not used.
 * @throws VerificationError
 */
export async function verifyProposal(
  call: ComposeCall,
  proposal: ProposalAnswer,
  chain: OwnChain,
  nowMs: number,
): Promise<VerifiedTransaction> {
  try {
    const proposed = proposedBytes(proposal);
    const header = readHeader(proposed);
    const expiresMs = header.expiration * 1000;
    if (expiresMs > nowMs + LATEST_EXPIRY_MS) throw new RangeError('it expires too far in the future');
    const vaultName = 'vault_name' in proposal ? String(proposal.vault_name) : undefined;
    const { actions, effects } = expectedActions(
      call,
      chain.profile,
      permissionOf(call) ?? 'active',
      vaultName,
    );
    const packed = packTransaction(header, actions);
    if (!equalBytes(packed, proposed)) throw new RangeError('the bytes are not those of the call');
    const [digest, id] = await Promise.all([signingDigest(chain.id, packed), transactionId(packed)]);
    return { packed, digest, id, effects, expiresMs };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new VerificationError(`proposal of ${call.tool}: ${error.message}`, { cause: error });
  }
}

function proposedBytes({ transaction }: ProposalAnswer): Uint8Array {
  const { packed_trx: text } = transaction;
  if (typeof text !== 'string' || text.length > 2 * MOST_BYTES)
    throw new RangeError('it has no packed transaction');
  return hexToBytes(text);
}

/** The packed bytes in the form that push_transaction takes. */
export const packedText = ({ packed }: VerifiedTransaction): string => bytesToHex(packed);
