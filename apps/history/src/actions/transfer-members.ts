import { symbolCodeFromValue, nameFromValue } from '@app/antelope';
import type { Decoded } from '../answers/decoded';
import type { MemberExpression } from '../parameters/member-expression';
import type { ActionQuery } from '../store/queries';
import type { ActionRecord } from '../store/records';
import { haveValues } from './member-values';

const TRANSFER_PREFIX = 'transfer.';
const SYMBOL_FIELD = 'transfer.symbol';

/**
 * The conditions of a search on members of transfers. Their index is made from the bytes alone, and a contract may have
 * members of the same types under other names, or in another order.
 */
export const transferMembers = ({ fields = [] }: Pick<ActionQuery, 'fields'>): MemberExpression[] =>
  fields
    .filter(({ field }) => field.startsWith(TRANSFER_PREFIX))
    .map(({ field, values }) => ({
      member: field,
      anyOf: values.map((value) => [
        field === SYMBOL_FIELD ? symbolCodeFromValue(value) : nameFromValue(value),
      ]),
      noneOf: [],
    }));

/** Whether the decoded data has the members too. Data without a known ABI, which is shown in hex, has those of its bytes. */
export const hasMembers = (
  members: readonly MemberExpression[],
  record: ActionRecord,
  decoded: Decoded,
): boolean => decoded.json === undefined || haveValues(members, record, decoded);
