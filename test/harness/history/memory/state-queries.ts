import { equalBytes } from '@app/antelope';
import type { Name } from '../../../../apps/history/src/derive/name';
import { isEqual, isProposalWanted } from '../../../../apps/history/src/store/matching';
import { isInRange } from './matching';
import { ascending, byAll, descending } from '../../../../apps/history/src/store/order';
import { cutPage } from '../../../../apps/history/src/store/page-bytes';
import { writeApprovals } from '../../../../apps/history/src/store/sql/blobs';
import { slicePage } from './paging';
import type {
  AbiQuery,
  LinkQuery,
  MissedBlocksQuery,
  PageQuery,
  ProposalPlace,
  ProposalQuery,
  RowQuery,
  ScheduleQuery,
} from '../../../../apps/history/src/store/queries';
import type {
  AbiRecord,
  CreatedAccountRecord,
  LinkRecord,
  MissedBlocks,
  Page,
  PermissionPlace,
  PermissionRecord,
  ProposalRecord,
  RowRecord,
  ScheduleRecord,
} from '../../../../apps/history/src/store/records';
import { type ChainState, hasKey } from './state';

export function rows(state: ChainState, { code, table, scope, after, limit }: RowQuery): RowRecord[] {
  return [...state.rows.values()]
    .filter((row) => row.code === code && row.table === table && isEqual(scope, row.scope))
    .filter(
      (row) =>
        after === undefined ||
        row.scope > after.scope ||
        (row.scope === after.scope && row.primaryKey > after.primaryKey),
    )
    .sort(
      byAll(
        ascending((row) => row.scope),
        ascending((row) => row.primaryKey),
      ),
    )
    .slice(0, limit);
}

export function permissions(state: ChainState, owner: Name): PermissionRecord[] {
  return sortedPermissions(state, (permission) => permission.owner === owner);
}

export function keyPermissions(state: ChainState, key: Uint8Array, page: PageQuery): Page<PermissionRecord> {
  return slicePage(
    sortedPermissions(state, (permission) => hasKey(permission, key)),
    page,
  );
}

const placesOf = ({ items, total }: Page<PermissionRecord>): Page<PermissionPlace> => ({
  items: items.map(({ owner, name }) => ({ owner, name })),
  total,
});

export const keyPlaces = (state: ChainState, key: Uint8Array, page: PageQuery): Page<PermissionPlace> =>
  placesOf(keyPermissions(state, key, page));

export function controlledPermissions(
  state: ChainState,
  actor: Name,
  page: PageQuery,
): Page<PermissionPlace> {
  const found = sortedPermissions(state, ({ authority }) =>
    authority.accounts.some((entry) => entry.actor === actor),
  );
  return placesOf(slicePage(found, page));
}

export function links(state: ChainState, query: LinkQuery): Page<LinkRecord> {
  const found = [...state.links.values()].filter(
    (link) =>
      isEqual(query.account, link.account) &&
      isEqual(query.code, link.code) &&
      isEqual(query.action, link.action) &&
      isEqual(query.permission, link.permission),
  );
  return slicePage(
    found.sort(
      byAll(
        ascending((link) => link.account),
        ascending((link) => link.code),
        ascending((link) => link.action),
      ),
    ),
    query,
  );
}

const byPlace = byAll<ProposalPlace>(
  descending((proposal) => proposal.globalSequence),
  descending((proposal) => proposal.blockNum),
  ascending((proposal) => proposal.proposer),
  ascending((proposal) => proposal.name),
);

export function proposals(state: ChainState, query: ProposalQuery): Page<ProposalRecord> {
  const found = state.proposals.filter((proposal) => isProposalWanted(query, proposal)).sort(byPlace);
  const { behind } = query;
  const rest = behind === undefined ? found : found.filter((proposal) => byPlace(proposal, behind) > 0);
  const page = slicePage(rest, query).items;
  const { items, isCut } = cutPage(page, page.map(proposalBytes), query);
  return { items, total: { value: found.length, relation: 'eq' }, ...(isCut ? { isCut } : {}) };
}

const proposalBytes = (proposal: ProposalRecord): number =>
  proposal.transaction.length + writeApprovals(proposal).length;

export function schedule(state: ChainState, query: ScheduleQuery): ScheduleRecord | undefined {
  return state.schedules
    .filter(
      ({ kind, version, producers, blockNum, timeMs }) =>
        kind === query.kind &&
        isEqual(query.version, version) &&
        (query.producer === undefined || producers.some(({ name }) => name === query.producer)) &&
        (query.key === undefined ||
          producers.some(({ keys }) => keys.some(({ key }) => equalBytes(key, query.key ?? key)))) &&
        isInRange(query.range ?? {}, { num: blockNum, timeMs }, 0n),
    )
    .sort(
      byAll(
        descending(({ blockNum }) => blockNum),
        descending(({ version }) => version),
      ),
    )[0];
}

export function missedBlocks(state: ChainState, query: MissedBlocksQuery): MissedBlocks {
  const found = state.missed
    .filter(
      (event) =>
        isEqual(query.producer, event.producer) &&
        event.size >= (query.minBlocks ?? 0) &&
        isInRange(query.range ?? {}, { num: event.blockNum, timeMs: event.timeMs }, 0n),
    )
    .sort(
      byAll(
        descending(({ blockNum }) => blockNum),
        descending(({ timeMs }) => timeMs),
      ),
    );
  const byProducer = new Map<Name, number>();
  for (const { producer, size } of found) byProducer.set(producer, (byProducer.get(producer) ?? 0) + size);
  const relation = state.areProducersKnown ? 'eq' : 'gte';
  const total = { value: found.length, relation } as const;
  return { events: found.slice(0, query.limit), total, byProducer };
}

export function createdAccounts(
  state: ChainState,
  creator: Name,
  page: PageQuery,
): Page<CreatedAccountRecord> {
  const found = [...state.created.values()].filter((entry) => entry.creator === creator);
  return slicePage(found.sort(descending((entry) => entry.globalSequence)), page);
}

export function abi(state: ChainState, { contract, atSequence, atBlock }: AbiQuery): AbiRecord | undefined {
  return state.abis
    .filter(
      ({ account, globalSequence, blockNum }) =>
        account === contract &&
        (atSequence === undefined || globalSequence < atSequence) &&
        (atBlock === undefined || blockNum <= atBlock),
    )
    .sort(descending(({ globalSequence }) => globalSequence))[0];
}

function sortedPermissions(
  state: ChainState,
  isWanted: (permission: PermissionRecord) => boolean,
): PermissionRecord[] {
  return [...state.permissions.values()].filter(isWanted).sort(
    byAll(
      ascending(({ owner }) => owner),
      ascending(({ name }) => name),
    ),
  );
}
