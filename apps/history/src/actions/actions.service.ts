import { Inject, Injectable } from '@nestjs/common';
import { actionDocument, type ActionOptions } from '../answers/action-document';
import { legacyAction } from '../answers/legacy-action';
import { simpleAction } from '../answers/simple-action';
import { Decoder } from '../decoding/decoder';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import type { QueryParameters } from '../parameters/action-members';
import { nextCursor } from '../parameters/cursor';
import { holds, type MemberExpression } from '../parameters/member-expression';
import type { HistoryReader } from '../store/port';
import type { AbiSource, ActionQuery } from '../store/queries';
import type { ActionRecord, Page, StoreStatus } from '../store/records';
import type { HistoryActionsQuery, LegacyActionsBody } from './actions.dto';
import { legacySearchOf } from './legacy-search';
import { isOfData, memberValues } from './member-values';
import { searchOf } from './search';
import { hasMembers, transferMembers } from './transfer-members';

const NOT_DECODED = { json: undefined, hex: '' };
const NO_ACTIONS: Page<ActionRecord> = { items: [], total: { value: 0, relation: 'eq' } };

@Injectable()
export class ActionsService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
  ) {}

  /** GET /v2/history/get_actions. */
  getActions(query: HistoryActionsQuery & QueryParameters): Promise<object> {
    return this.envelopes.around(async (status) => {
      const search = searchOf(query);
      const { items, total } = search === undefined ? NO_ACTIONS : await this.#found(search, status);
      const options = optionsOf(query, status);
      const actions = await this.decoder.actions(items, status.irreversibleNum);
      return {
        ...(query.hot_only === undefined ? {} : { hot_only: query.hot_only }),
        total,
        ...(query.simple === true
          ? { simple_actions: actions.map(({ record, decoded }) => simpleAction(record, decoded, options)) }
          : { actions: actions.map(({ record, decoded }) => actionDocument(record, decoded, options)) }),
        ...nextCursor(items.at(-1)?.globalSequence, items.length === search?.limit),
      };
    });
  }

  /** Conditions without an index are checked on the records that meet the others. */
  async #found(
    { expressions, ...search }: NonNullable<ReturnType<typeof searchOf>>,
    status: StoreStatus,
  ): Promise<Page<ActionRecord>> {
    const members = transferMembers(search);
    if (expressions.length === 0) {
      const page = await this.reader.actions(search);
      if (members.length === 0 || (await this.#areTransfers(search, members, page, status))) return page;
    }
    const needsData = members.length > 0 || expressions.some(({ member }) => isOfData(member));
    const isWanted = async (record: ActionRecord, abis: AbiSource): Promise<boolean> => {
      const [action] = needsData ? await this.decoder.actions([record], status.irreversibleNum, abis) : [];
      const decoded = action?.decoded ?? NOT_DECODED;
      return (
        hasMembers(members, record, decoded) &&
        expressions.every((expression) => holds(expression, memberValues(expression.member, record, decoded)))
      );
    };
    return this.reader.actions({ ...search, isWanted });
  }

  /** Whether each action up to the end of a page has the members: those before the page decide where it begins. */
  async #areTransfers(
    search: ActionQuery,
    members: readonly MemberExpression[],
    page: Page<ActionRecord>,
    { irreversibleNum }: StoreStatus,
  ): Promise<boolean> {
    const before =
      search.skip === 0
        ? NO_ACTIONS
        : await this.reader.actions({ ...search, skip: 0, limit: search.skip, countUpTo: 0 });
    const actions = await this.decoder.actions([...before.items, ...page.items], irreversibleNum);
    return actions.every(({ record, decoded }) => hasMembers(members, record, decoded));
  }

  /** /v1/history/get_actions. */
  async getLegacyActions(body: LegacyActionsBody): Promise<object> {
    const startedMs = performance.now();
    const status = await this.reader.status();
    const search = await legacySearchOf(body, this.reader);
    const { items } = search === undefined ? NO_ACTIONS : await this.reader.actions(search);
    const ordered = search?.isReversed === true ? items.toReversed() : items;
    const actions = await this.decoder.actions(ordered, status.irreversibleNum);
    return {
      query_time: Math.round(performance.now() - startedMs),
      last_irreversible_block: status.irreversibleNum,
      head_block_num: status.head?.num ?? 0,
      actions: actions.map(({ record, decoded }) => legacyAction(record, decoded, search?.account)),
    };
  }
}

const optionsOf = (
  { noBinary, checkLib }: HistoryActionsQuery,
  { irreversibleNum }: StoreStatus,
): ActionOptions => ({
  isBinaryCut: noBinary === true,
  ...(checkLib === true ? { irreversibleNum } : {}),
});
