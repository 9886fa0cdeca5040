import type { ProfileWithoutTables } from '@app/networks';
import { fail } from '@app/chain-tools';
import { answerTime } from '../../formatting/answer-values';
import { timeMsOf } from '../../formatting/time-field';
import type { GetHistoryInput } from './get-history.dto';

/**
 * Parameters of /v2/history/get_actions, as every index of that interface takes them. A page ends below the global
 * sequence that the cursor names: actions that arrive meanwhile have higher ones, so pages neither repeat nor skip any.
 * One action more than asked for says whether there are older ones.
 * @throws ToolError for conditions that exclude each other
 */
export function historyQuery(profile: ProfileWithoutTables, input: GetHistoryInput): Record<string, string> {
  const { account, contract, action, token, from, to, after, before, limit, cursor } = input;
  if (token !== undefined && (contract !== undefined || action !== undefined)) {
    fail('INVALID_VALUE', 'token', 'cannot be combined with contract or action: it names both');
  }
  const named = token === undefined ? undefined : profile.token(token);
  const conditions: Record<string, string | undefined> = {
    account,
    limit: String(limit + 1),
    checkLib: 'true',
    'act.account': named?.contract ?? contract,
    'act.name': named === undefined ? action : transferName(profile),
    'transfer.symbol': named?.symbol,
    'transfer.from': from,
    'transfer.to': to,
    after: after === undefined ? undefined : answerTime(timeMsOf('after', after)),
    before: before === undefined ? undefined : answerTime(timeMsOf('before', before)),
    global_sequence: cursor === undefined ? undefined : `0-${BigInt(cursor) - 1n}`,
  };
  return Object.fromEntries(
    Object.entries(conditions).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const transferName = (profile: ProfileWithoutTables): string => profile.entries().actions.transfer.name;
