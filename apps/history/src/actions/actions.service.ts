import { Inject, Injectable } from '@nestjs/common';
import type { Decoded } from '../answers/decoded';
import { actionDocument, type ActionOptions } from '../answers/action-document';
import { legacyAction } from '../answers/legacy-action';
import { simpleAction } from '../answers/simple-action';
import { AbiCache } from '../decoding/abi-cache';
import { Decoder } from '../decoding/decoder';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import type { QueryParameters } from '../parameters/action-members';
import { cutMember, nextCursor, requireSameBranch, shortPage } from '../parameters/cursor';
import { PageProofs } from '../proofs/page-proofs';
import type { HistoryReader } from '../store/port';
import type { AbiSource, ActionQuery } from '../store/queries';
import type { ActionRecord, Page, StoreStatus } from '../store/records';
import type { HistoryActionsQuery, LegacyActionsBody } from './actions.dto';
import { indexedData } from './indexed-data';
import { legacySearchOf } from './legacy-search';
import { haveValues, isOfData } from './member-values';
import { searchOf } from './search';
import { hasMembers, transferMembers } from './transfer-members';

const NOT_DECODED = { json: undefined, hex: '' };
/** Transfers that are decoded for a total: 5 ms. */
const MAX_CHECKED = 1_000;
const NO_ACTIONS: Page<ActionRecord> = { items: [], total: { value: 0, relation: 'eq' } };

@Injectable()
export class ActionsService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly abis: AbiCache,
    private readonly envelopes: Envelopes,
    private readonly proofs: PageProofs,
  ) {}

  /** GET /v2/history/get_actions. */
  getActions(query: HistoryActionsQuery & QueryParameters): Promise<object> {
    return this.envelopes.around(async (status) => {
      const search = searchOf(query);
      const page = search === undefined ? NO_ACTIONS : await this.#found(search, status);
      if (search !== undefined) await requireSameBranch(this.reader, search, status);
      const { items, total } = page;
      const last = items.at(-1);
      const options = optionsOf(query, status);
      const isSimple = query.simple === true;
      const actions = await this.decoder.actions(items, status.irreversibleNum);
      return {
        ...(query.hot_only === undefined ? {} : { hot_only: query.hot_only }),
        total,
        simple_actions: isSimple
          ? actions.map(({ record, decoded }) => simpleAction(record, decoded, status, options))
          : [],
        actions: isSimple
          ? []
          : actions.map(({ record, decoded }) => actionDocument(record, decoded, options)),
        ...(query.proof === true ? { proofs: await this.proofs.of(items) } : {}),
        ...(search &&
          nextCursor(
            last && { sequence: last.globalSequence, block: last.transaction.block },
            page,
            search,
            status,
          )),
      };
    });
  }

  /** Conditions without an index are checked on the records that meet the others. */
  async #found(
    { expressions: given, ...members }: NonNullable<ReturnType<typeof searchOf>>,
    status: StoreStatus,
  ): Promise<Page<ActionRecord>> {
    const { fields, checks, expressions } = await indexedData(members.filters ?? [], given, this.abis);
    const search = { ...members, ...shortPage(members), fields: [...(members.fields ?? []), ...fields] };
    const ofTransfers = transferMembers(members);
    const isFound = (record: ActionRecord, decoded: Decoded): boolean =>
      hasMembers(ofTransfers, record, decoded) && haveValues(checks, record, decoded);
    if (expressions.length === 0) {
      const page =
        ofTransfers.length + checks.length === 0
          ? await this.reader.actions(search)
          : await this.#indexed(search, isFound, status);
      if (page !== undefined) return page;
    }
    const needsData =
      ofTransfers.length > 0 || [...checks, ...expressions].some(({ member }) => isOfData(member));
    const isWanted = async (record: ActionRecord, abis: AbiSource): Promise<boolean> => {
      const [action] = needsData ? await this.decoder.actions([record], status.irreversibleNum, abis) : [];
      const decoded = action?.decoded ?? NOT_DECODED;
      return isFound(record, decoded) && haveValues(expressions, record, decoded);
    };
    return this.reader.actions({ ...search, isWanted });
  }

  /**
   * The page of a search by the index of members, which is made from the bytes alone. The data of each action up to
   * the end of the page decides where it begins, that of each action behind it decides the total; all of them are read
   * at once, up to a bound behind which the total is a lower limit. A search that finds the page within its budget of
   * rows is answered. Undefined: the data of one has other members, or the request names a total that needs more of them.
   */
  async #indexed(
    search: ActionQuery,
    isFound: (record: ActionRecord, decoded: Decoded) => boolean,
    { irreversibleNum }: StoreStatus,
  ): Promise<Page<ActionRecord> | undefined> {
    const pageEnd = search.skip + search.limit;
    const limit = Math.max(pageEnd, Math.min(search.countUpTo, MAX_CHECKED));
    const { items, total, isCut } = await this.reader.actions({
      ...{ ...search, skip: 0, limit, required: pageEnd },
      mayBeShort: true,
    });
    // The other search has the page, or refuses it: not all entries before it were read.
    if (isCut && search.skip > 0 && items.length < pageEnd) return undefined;
    const passed = search.behind?.passed ?? 0;
    const isAllChecked = total.value - passed <= items.length;
    if (search.isTotalWanted === true && !isAllChecked) return undefined;
    const actions = await this.decoder.actions(items, irreversibleNum);
    if (!actions.every(({ record, decoded }) => isFound(record, decoded))) return undefined;
    return {
      items: items.slice(search.skip, pageEnd),
      total: isAllChecked ? total : { value: passed + items.length, relation: 'gte' },
      ...(isCut && items.length < pageEnd ? { isCut } : {}),
    };
  }

  /** /v1/history/get_actions. */
  async getLegacyActions(body: LegacyActionsBody): Promise<object> {
    const startedMs = performance.now();
    const status = await this.reader.status();
    const search = await legacySearchOf(body, this.reader);
    const page =
      search === undefined ? NO_ACTIONS : await this.reader.actions({ ...search, ...shortPage(search) });
    const { items } = page;
    const ordered = search?.isReversed === true ? items.toReversed() : items;
    const { irreversibleNum } = status;
    const actions = await this.decoder.asNodeos.actions(ordered, irreversibleNum);
    const options = { account: search?.account, irreversibleNum };
    return {
      query_time: Math.round(performance.now() - startedMs),
      last_irreversible_block: irreversibleNum,
      head_block_num: status.head?.num ?? 0,
      ...cutMember(page),
      actions: actions.map(({ record, decoded }) => legacyAction(record, decoded, options)),
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
