import { formatAmount, isJsonObject, type Json, ValueError } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import { type DecodedAction, visibleText } from '@app/proposals';
import type { IndexedAction } from '@app/upstream';
import { sentenceOf } from '../../composing/sentences/describe-action';
import { type DecodedTransfer, transferOf } from '../../composing/sentences/facts';
import { answerInteger, answerTime } from '../../formatting/answer-values';
import {
  type HistoryActionAnswer,
  type HistoryTransferAnswer,
  MAX_AUTHORIZATIONS,
  MAX_DATA_CHARACTERS,
} from './get-history.dto';

/** Most characters of a memo: those of the token contract. A longer one is of a contract that only looks like a token. */
const MAX_MEMO_CHARACTERS = 256;

/**
 * An action as get_history answers it. Its data is what any contract and any account wrote: it is described only in the
 * forms that the tools compose, with names that are names.
 */
export function historyAction(profile: ProfileWithoutTables, action: IndexedAction): HistoryActionAnswer {
  const data = withoutCopies(action.data);
  const decoded = decodedAction(action, data);
  const transfer = action.isDecoded ? transferIn(profile, decoded) : undefined;
  const sentence = action.isDecoded ? describedPast(profile, decoded, transfer) : undefined;
  const characters = JSON.stringify(data ?? null).length;
  const isShown = sentence === undefined && characters <= MAX_DATA_CHARACTERS;
  return {
    sequence: answerInteger(action.sequence),
    time: answerTime(action.timeMs),
    block_num: action.blockNum,
    transaction_id: action.transactionId,
    irreversible: action.isIrreversible ?? null,
    contract: action.contract,
    action: action.name,
    authorization: action.authorization.slice(0, MAX_AUTHORIZATIONS),
    sentence: sentence === undefined ? null : visibleText(sentence),
    transfer: transfer === undefined ? null : transferAnswer(profile, transfer),
    data: isShown ? data : null,
    data_characters: characters,
  };
}

/** Some indexes add to a transfer its amount as a float, and its symbol, beside the quantity that has both exactly. */
function withoutCopies(data: Json): Json {
  if (!isJsonObject(data)) return data;
  const { amount, symbol, ...rest } = data;
  const isCopy =
    typeof amount === 'number' &&
    typeof symbol === 'string' &&
    String(rest['quantity']).endsWith(` ${symbol}`);
  return isCopy ? rest : data;
}

function decodedAction({ contract, name, authorization }: IndexedAction, data: Json): DecodedAction {
  const levels = authorization.map((level) => {
    const [actor = '', permission = ''] = level.split('@');
    return { actor, permission };
  });
  return { account: contract, name, authorization: levels, data };
}

/** Undefined for anything that is no transfer of a token, whatever the name of the action is. */
function transferIn(profile: ProfileWithoutTables, action: DecodedAction): DecodedTransfer | undefined {
  const transfer = orUndefined(() => transferOf(profile, action));
  return transfer !== undefined && transfer.memo.length <= MAX_MEMO_CHARACTERS ? transfer : undefined;
}

/** Undefined for an action that no tool composes. */
function describedPast(
  profile: ProfileWithoutTables,
  action: DecodedAction,
  transfer: DecodedTransfer | undefined,
): string | undefined {
  const looksLikeTransfer = profile.readAction('transfer', action) !== undefined;
  if (looksLikeTransfer && transfer === undefined) return undefined;
  return orUndefined(() => sentenceOf({ profile, fees: {}, isPast: true }, action));
}

function transferAnswer(
  profile: ProfileWithoutTables,
  { contract, from, to, asset, memo }: DecodedTransfer,
): HistoryTransferAnswer {
  return {
    from,
    to,
    token: profile.tokenOf(contract, asset.symbol)?.apiSymbol ?? null,
    amount: formatAmount(asset.units, asset.precision),
    symbol: asset.symbol,
    memo,
  };
}

/** Data of another form than the profile says is no defect: anyone deploys contracts. */
function orUndefined<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
