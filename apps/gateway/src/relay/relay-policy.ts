import { hexToBytes, transactionId, unpackTransaction, ValueError, type Transaction } from '@app/antelope';
import { nameList } from '@app/upstream';
import { readSignature } from './read-signature';

/** Longest packed transaction that is relayed. Source: docs/reference/rules.md, relay. */
export const MAX_TRANSACTION_BYTES = 64 * 1024;
/** Most signatures that are looked at. */
export const MAX_SIGNATURES = 32;
/** Most that an expiry may be ahead of the chain's time. Source: docs/reference/rules.md, relay. */
export const MAX_EXPIRY_MS = 10 * 60 * 1000;

/** A signed transaction as received. */
export interface RelayRequest {
  readonly signatures: readonly string[];
  readonly packed_trx: string;
  readonly compression: number | string;
  readonly packed_context_free_data: string;
}

/** Facts that a transaction is checked against. */
export interface RelayRules {
  /** The chain's own time: its head block's. */
  readonly nowMs: number;
  /** Every (contract, action) that is relayed. */
  readonly relayed: readonly { readonly account: string; readonly name: string }[];
}

/** Either the transaction's id, with the bytes that will be sent, or every reason against it. */
export type PolicyDecision =
  | {
      readonly accepted: true;
      readonly id: string;
      readonly packedTrx: string;
      /** In the format that nodes accept. */
      readonly signatures: readonly string[];
      readonly transaction: Transaction;
    }
  | {
      readonly accepted: false;
      readonly reasons: readonly string[];
      /**
       * Set when nothing but the expiry and the list of what is relayed stands against it: the transaction may have been
       * executed before it expired, or before the list was another one.
       */
      readonly id?: string;
      /** The expiry is the only reason. */
      readonly isOnlyExpired?: boolean;
    };

/**
 * Decides whether a signed transaction is relayed. Pure, and strict about the bytes: the checked transaction is
 * exactly the one that the chain executes, because an ambiguous encoding is refused.
 */
export function evaluatePolicy(request: RelayRequest, rules: RelayRules): PolicyDecision {
  const reasons = envelopeReasons(request);
  const signatures = signaturesOf(request.signatures, reasons);
  const bytes = packedBytes(request.packed_trx);
  if (typeof bytes === 'string') return { accepted: false, reasons: [...reasons, bytes] };
  const transaction = decoded(bytes);
  if (typeof transaction === 'string') return { accepted: false, reasons: [...reasons, transaction] };
  reasons.push(...transactionReasons(transaction, rules));
  const forbidden = forbiddenReasons(transaction, rules);
  const expired = expiryReason(transaction, rules);
  const all = [...reasons, ...forbidden, ...(expired === undefined ? [] : [expired])];
  if (all.length === 0)
    return {
      ...{ accepted: true, id: transactionId(bytes), packedTrx: request.packed_trx, signatures, transaction },
    };
  if (reasons.length > 0) return { accepted: false, reasons: all };
  return { accepted: false, reasons: all, id: transactionId(bytes), isOnlyExpired: forbidden.length === 0 };
}

function envelopeReasons({ compression, packed_context_free_data }: RelayRequest): string[] {
  const reasons: string[] = [];
  if (compression !== 0 && compression !== 'none') {
    reasons.push(
      'signed_tx.compression: only uncompressed transactions are relayed: send packed_trx uncompressed with 0 or none',
    );
  }
  if (packed_context_free_data !== '') {
    reasons.push(
      'signed_tx.packed_context_free_data: context-free data is not relayed: send an empty string',
    );
  }
  return reasons;
}

function signaturesOf(texts: readonly string[], reasons: string[]): string[] {
  if (texts.length === 0) reasons.push('signed_tx.signatures: needs at least one signature');
  if (texts.length > MAX_SIGNATURES) {
    reasons.push(`signed_tx.signatures: has ${texts.length}; at most ${MAX_SIGNATURES} are relayed`);
    return [];
  }
  return texts.flatMap((text, index) => {
    try {
      return readSignature(text);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      reasons.push(`signed_tx.signatures[${index}]: ${error.message}`);
      return [];
    }
  });
}

function packedBytes(hex: string): Uint8Array | string {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex))
    return 'signed_tx.packed_trx: must be lower-case hex, two digits a byte';
  const size = hex.length / 2;
  if (size > MAX_TRANSACTION_BYTES) {
    return `signed_tx.packed_trx: is ${size} bytes long; at most ${MAX_TRANSACTION_BYTES} are relayed`;
  }
  return hexToBytes(hex);
}

function decoded(bytes: Uint8Array): Transaction | string {
  try {
    return unpackTransaction(bytes);
  } catch (error) {
    if (error instanceof ValueError) return `signed_tx.packed_trx: is not a transaction: ${error.message}`;
    throw error;
  }
}

function transactionReasons(transaction: Transaction, { nowMs }: RelayRules): string[] {
  const reasons: string[] = [];
  const expiresMs = Date.parse(`${transaction.expiration}Z`);
  if (expiresMs > nowMs + MAX_EXPIRY_MS) {
    const times = expiryTimes(transaction, nowMs);
    reasons.push(`the transaction expires at ${times}: at most ${MAX_EXPIRY_MS / 1000} s ahead are relayed`);
  }
  if (transaction.delay_sec !== 0) reasons.push('delayed transactions are not relayed (delay_sec must be 0)');
  if (transaction.context_free_actions.length > 0) reasons.push('context-free actions are not relayed');
  if (transaction.transaction_extensions.length > 0) reasons.push('transaction extensions are not relayed');
  if (transaction.actions.length === 0) reasons.push('the transaction has no actions');
  return reasons;
}

function forbiddenReasons(transaction: Transaction, { relayed }: RelayRules): string[] {
  const forbidden = transaction.actions.filter(
    ({ account, name }) => !relayed.some((allowed) => allowed.account === account && allowed.name === name),
  );
  const names = [...new Set(forbidden.map(nameOf))];
  // The list of what is relayed follows the last one, once.
  const known = nameList(relayed.map(nameOf));
  return names.map((action, index) => {
    const list = index === names.length - 1 ? `: ${known}` : '';
    return `action ${action} is not relayed: only agent-whitelisted actions are${list}`;
  });
}

const nameOf = ({ account, name }: { readonly account: string; readonly name: string }) =>
  `${account}::${name}`;

function expiryReason(transaction: Transaction, { nowMs }: RelayRules): string | undefined {
  if (Date.parse(`${transaction.expiration}Z`) > nowMs) return undefined;
  return `the transaction expired at ${expiryTimes(transaction, nowMs)}`;
}

const expiryTimes = ({ expiration }: Transaction, nowMs: number): string =>
  `${expiration}Z (it is ${new Date(nowMs).toISOString()} on the chain)`;
