import { bytesToHex, sha256 } from '@app/antelope';
import { hasInstantFinality } from '@app/ship';
import type { BlockWrites, ProposerPolicies } from '../../../../apps/history/src/derive/block-writes';
import type { Name } from '../../../../apps/history/src/derive/name';
import { notYetApproved, withApproval } from '../../../../apps/history/src/store/approvals';
import type {
  AbiRecord,
  CreatedAccountRecord,
  LinkRecord,
  MissedBlockRecord,
  PermissionRecord,
  ProposalRecord,
  RowRecord,
  ScheduleRecord,
  TokenRecord,
  VoterRecord,
} from '../../../../apps/history/src/store/records';

/** The state of the chain after some blocks: computed by going through all of them. */
export class ChainState {
  readonly rows = new Map<string, RowRecord>();
  readonly tokens = new Map<string, TokenRecord>();
  readonly permissions = new Map<string, PermissionRecord>();
  readonly links = new Map<string, LinkRecord>();
  readonly created = new Map<Name, CreatedAccountRecord>();
  readonly voters = new Map<Name, VoterRecord>();
  readonly proposals: ProposalRecord[] = [];
  readonly schedules: ScheduleRecord[] = [];
  readonly missed: MissedBlockRecord[] = [];
  readonly abis: AbiRecord[] = [];
  policies: ProposerPolicies | undefined;
  /** With instant finality those of all empty slots where the policies are known. */
  areProducersKnown = true;

  static after(blocks: readonly BlockWrites[]): ChainState {
    const state = new ChainState();
    for (const writes of blocks) state.#apply(writes);
    return state;
  }

  #apply(writes: BlockWrites): void {
    const { num: blockNum, timeMs } = writes.block;
    for (const { present, ...row } of writes.deltas) {
      const key = keyOf(row.code, row.table, row.scope, row.primaryKey);
      set(this.rows, key, present ? { ...row, blockNum } : undefined);
    }
    for (const { units, ...token } of writes.tokens) {
      const key = keyOf(token.account, token.contract, token.symbolCode);
      set(this.tokens, key, units === undefined ? undefined : { ...token, units, blockNum });
    }
    for (const { authority, ...permission } of writes.permissions) {
      const record = authority === undefined ? undefined : { ...permission, authority, blockNum };
      set(this.permissions, keyOf(permission.owner, permission.name), record);
    }
    for (const { permission, ...link } of writes.links) {
      const record = permission === undefined ? undefined : { ...link, permission, blockNum, timeMs };
      set(this.links, keyOf(link.account, link.code, link.action), record);
    }
    for (const { owner, voter } of writes.voters) {
      set(this.voters, owner, voter === undefined ? undefined : { owner, ...voter, blockNum });
    }
    for (const { account, creator, globalSequence } of writes.createdAccounts) {
      const action = writes.actions.find((entry) => entry.globalSequence === globalSequence);
      const transactionId = writes.transactions[action?.transaction ?? -1]?.id ?? new Uint8Array(32);
      this.created.set(account, { account, creator, globalSequence, transactionId, blockNum, timeMs });
    }
    for (const schedule of writes.schedules) {
      const proposedBlockNum =
        schedule.kind === 'proposed'
          ? blockNum
          : this.schedules.findLast(
              ({ kind, version }) => kind === 'proposed' && version === schedule.version,
            )?.blockNum;
      this.schedules.push({ ...schedule, blockNum, timeMs, proposedBlockNum });
    }
    if (writes.proposers !== undefined) this.policies = writes.proposers.policies;
    this.areProducersKnown = !hasInstantFinality(writes.block) || this.policies !== undefined;
    for (const missed of writes.missedBlocks) this.missed.push({ ...missed, blockNum });
    for (const { account, globalSequence, abi } of writes.abis)
      this.abis.push({ account, globalSequence, blockNum, hash: sha256(abi), abi });
    this.#applyProposals(writes);
  }

  #applyProposals({ block, proposals }: BlockWrites): void {
    for (const event of proposals) {
      const { proposer, name } = event;
      if (event.kind === 'proposed') {
        this.proposals.push({
          proposer,
          name,
          globalSequence: event.globalSequence,
          blockNum: block.num,
          blockId: block.id,
          timeMs: block.timeMs,
          status: 'open',
          transaction: event.transaction,
          requested: notYetApproved(event.requested),
          provided: [],
          closedSequence: undefined,
        });
        continue;
      }
      const index = this.proposals.findLastIndex(
        (entry) => entry.proposer === proposer && entry.name === name,
      );
      const open = this.proposals[index];
      if (open?.status !== 'open') continue;
      this.proposals[index] =
        'globalSequence' in event
          ? { ...open, status: event.kind, closedSequence: event.globalSequence }
          : { ...open, ...withApproval(open, event) };
    }
  }
}

const keyOf = (...parts: readonly bigint[]): string => parts.join(' ');

function set<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

export const hasKey = ({ authority }: PermissionRecord, key: Uint8Array): boolean =>
  authority.keys.some((entry) => bytesToHex(entry.key) === bytesToHex(key));
