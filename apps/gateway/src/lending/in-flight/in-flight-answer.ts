import { formatAmount } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import { answerInteger, answerTime } from '../../formatting/answer-values';
import { shareSymbol } from '../../lookups/pools/share-tokens';
import type { LoanRequestRow } from '../loans/loan-rows';
import { confirmations, type PegInRow, type PegOutRow } from './bridge-rows';
import type { Moved } from './bridge-transfers';
import type {
  PegInAnswer,
  PegOutAnswer,
  QueuedLoanRequestAnswer,
  QueuedRedemptionAnswer,
} from './dto/get-money-in-flight.dto';
import type { Queued, QueuedRedemption } from './queues';

/** A payment from Bitcoin as get_money_in_flight answers it. */
export function pegInAnswer({ token, row }: Moved<PegInRow>, bitcoinHeight: number | null): PegInAnswer {
  return {
    id: answerInteger(row.id),
    symbol: token.apiSymbol,
    amount: formatAmount(row.quantity, token.precision),
    btc_address: row.btc_address,
    txid: row.txid,
    confirmations: confirmations(row.btc_height, bitcoinHeight),
    seen_at: answerTime(row.seen_at),
  };
}

/** A payment to Bitcoin as get_money_in_flight answers it. */
export function pegOutAnswer(
  { token, row, isInReview }: Moved<PegOutRow>,
  bitcoinHeight: number | null,
): PegOutAnswer {
  const waiting = isInReview ? 'review' : 'waiting';
  return {
    id: answerInteger(row.id),
    symbol: token.apiSymbol,
    amount: formatAmount(row.quantity, token.precision),
    net_amount: formatAmount(row.net_amount, token.precision),
    btc_address: row.btc_address,
    status: row.txid === null ? waiting : 'sent',
    txid: row.txid,
    confirmations: row.txid === null ? null : confirmations(row.btc_height, bitcoinHeight),
    requested_at: answerTime(row.requested_at),
    updated_at: answerTime(row.updated_at),
    reason: row.reason,
  };
}

/** A queued redemption as get_money_in_flight answers it. */
export function queuedRedemptionAnswer(
  profile: ProfileWithoutTables,
  { row, symbol, value, position, usdtAhead }: QueuedRedemption,
): QueuedRedemptionAnswer {
  return {
    id: answerInteger(row.id),
    pool_id: row.pool_id,
    symbol: shareSymbol(profile, symbol),
    amount: formatAmount(row.quantity.units, row.quantity.precision),
    value_usdt: usdtText(profile, value),
    position,
    usdt_ahead: usdtText(profile, usdtAhead),
    requested_at: answerTime(row.requested_at),
  };
}

/** A queued loan request as get_money_in_flight answers it. */
export function queuedLoanRequestAnswer(
  profile: ProfileWithoutTables,
  { row, position, usdtAhead }: Queued<LoanRequestRow>,
): QueuedLoanRequestAnswer {
  return {
    id: answerInteger(row.id),
    pool_id: row.pool_id,
    amount_usdt: formatAmount(row.amount, profile.token('USDT').precision),
    max_apr_bps: row.max_apr_bps,
    position,
    usdt_ahead: usdtText(profile, usdtAhead),
    requested_at: answerTime(row.requested_at),
  };
}

const usdtText = (profile: ProfileWithoutTables, units: bigint | null): string | null =>
  units === null ? null : formatAmount(units, profile.token('USDT').precision);
