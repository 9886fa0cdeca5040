import type { AccountState } from '../accounts/account-state';
import { ChainError } from '../sdk/errors/chain-error';
import type { ChainState } from '../state/chain-state';
import type { ReceivedTransaction } from './received-transaction';

export interface BandwidthBill {
  readonly payer: AccountState;
  readonly slot: number;
  readonly netBytes: number;
  readonly cpuUs: number;
}

interface Limit {
  readonly amount: number;
  readonly isOfBlock: boolean;
}

const WORD_BYTES = 8;

/** Refuses NET that no outcome of the transaction could bring within the limits. */
export function checkNetEarly(
  state: ChainState,
  transaction: ReceivedTransaction,
  bill: Omit<BandwidthBill, 'cpuUs'>,
): void {
  const limit = netLimit(state, transaction, bill, state.config.net_usage_leeway);
  checkNet(bill.netBytes, { ...limit, amount: Math.floor(limit.amount / WORD_BYTES) * WORD_BYTES });
}

/** Refuses what is to be billed when it is more than the block, the transaction or the account allows. */
export function checkBill(state: ChainState, transaction: ReceivedTransaction, bill: BandwidthBill): void {
  checkNet(bill.netBytes, netLimit(state, transaction, bill, 0));
  const limit = cpuLimit(state, transaction, bill);
  if (bill.cpuUs <= limit.amount) return;
  const billed = `billed CPU time (${String(bill.cpuUs)} us) is greater than the `;
  throw limit.isOfBlock
    ? new ChainError(
        'blockCpuExceeded',
        `${billed}billable CPU time left in the block (${String(limit.amount)} us)`,
      )
    : new ChainError(
        'cpuExceeded',
        `${billed}maximum billable CPU time for the transaction (${String(limit.amount)} us)`,
      );
}

function checkNet(netBytes: number, { amount, isOfBlock }: Limit): void {
  if (netBytes <= amount) return;
  const numbers = `${String(netBytes)} > ${String(amount)}`;
  throw isOfBlock
    ? new ChainError('blockNetExceeded', `not enough space left in block: ${numbers}`)
    : new ChainError('netExceeded', `transaction net usage is too high: ${numbers}`);
}

function netLimit(
  { resources, config }: ChainState,
  { header }: ReceivedTransaction,
  { payer, slot }: Omit<BandwidthBill, 'cpuUs'>,
  leewayBytes: number,
): Limit {
  const ofAccount = resources.available(payer, 'net', slot);
  return lowest(
    Number(resources.blockLimit('net')),
    config.max_transaction_net_usage,
    header.max_net_usage_words * WORD_BYTES,
    ofAccount === undefined ? undefined : Number(ofAccount) + leewayBytes,
  );
}

function cpuLimit(
  { resources, config }: ChainState,
  { header }: ReceivedTransaction,
  { payer, slot }: BandwidthBill,
): Limit {
  const ofAccount = resources.available(payer, 'cpu', slot);
  return lowest(
    Number(resources.blockLimit('cpu')),
    config.max_transaction_cpu_usage,
    header.max_cpu_usage_ms * 1000,
    ofAccount === undefined ? undefined : Number(ofAccount),
  );
}

/** The lowest of the limits; in the header of a transaction, 0 is no limit. */
function lowest(ofBlock: number, ofChain: number, ofHeader: number, ofAccount: number | undefined): Limit {
  const others = Math.min(ofChain, ofHeader === 0 ? Infinity : ofHeader, ofAccount ?? Infinity);
  return others <= ofBlock ? { amount: others, isOfBlock: false } : { amount: ofBlock, isOfBlock: true };
}
