import type { ActionWrite } from '../../derive/action-writes';
import type {
  BlockHeader,
  BlockWrites,
  ProposalEvent,
  ProposedPolicy,
  ProposersWrite,
} from '../../derive/block-writes';
import type { PermissionLevel } from '../../derive/name';
import * as pools from './pools';
import type { Random } from './random';

type StateWrites = Omit<BlockWrites, 'block' | 'transactions' | 'actions' | 'deltas' | 'trades'>;

/** Random changes of the state, without regard to what a chain would allow. */
export function randomState(
  random: Random,
  block: BlockHeader,
  actions: readonly ActionWrite[],
): StateWrites {
  return {
    tokens: random.list(3, () => ({
      account: random.pick(pools.ACCOUNTS),
      contract: random.pick(pools.CONTRACTS),
      symbolCode: random.pick(pools.SYMBOLS),
      precision: random.below(9),
      units: random.chance(70) ? BigInt.asIntN(63, random.uint64()) : undefined,
    })),
    permissions: random.list(2, () => ({
      owner: random.pick(pools.ACCOUNTS),
      name: random.pick(pools.PERMISSIONS),
      parent: random.chance(30) ? 0n : random.pick(pools.PERMISSIONS),
      lastUpdatedMs: block.timeMs,
      authority: random.chance(70)
        ? {
            threshold: 1 + random.below(3),
            keys: pools.KEYS.filter(() => random.chance(40)).map((key) => ({ key, weight: random.below(5) })),
            accounts: random.list(2, () => ({ ...level(random), weight: random.below(5) })),
            waits: random.list(1, () => ({ waitSec: random.below(9999), weight: 1 })),
          }
        : undefined,
    })),
    links: random.list(2, () => ({
      account: random.pick(pools.ACCOUNTS),
      code: random.pick(pools.CONTRACTS),
      action: random.chance(30) ? 0n : random.pick(pools.ACTIONS),
      permission: random.chance(70) ? random.pick(pools.PERMISSIONS) : undefined,
    })),
    createdAccounts: actions
      .filter(() => random.chance(20))
      .map(({ globalSequence }) => ({
        account: random.pick(pools.ACCOUNTS),
        creator: random.pick(pools.ACCOUNTS),
        globalSequence,
      })),
    proposals: actions.filter(() => random.chance(50)).map((action) => proposalEvent(random, block, action)),
    voters: random.list(2, () => ({
      owner: random.pick(pools.ACCOUNTS),
      voter: random.chance(80)
        ? {
            proxy: random.chance(50) ? 0n : random.pick(pools.ACCOUNTS),
            producers: pools.PRODUCERS.filter(() => random.chance(50)),
            staked: BigInt(random.below(1_000_000)),
            lastVoteWeight: random.below(4) * 1234.5,
            proxiedVoteWeight: random.below(1000) / 3,
            isProxy: random.chance(20),
          }
        : undefined,
    })),
    schedules: (['proposed', 'activated'] as const)
      .filter(() => random.chance(20))
      .map((kind) => ({
        kind,
        version: random.below(3),
        producers: pools.PRODUCERS.filter(() => random.chance(60)).map((name) => ({
          name,
          threshold: 1,
          keys: [{ key: random.pick(pools.KEYS), weight: 1 }],
        })),
      })),
    missedBlocks: random
      .list(2, () => 0)
      .map((_, index) => ({
        producer: random.pick(pools.PRODUCERS),
        size: 1 + random.below(12),
        scheduleVersion: random.below(3),
        timeMs: block.timeMs - 500 * (1 + index),
      })),
    abis: actions
      .filter(() => random.chance(20))
      .map(({ globalSequence }) => ({
        account: random.pick(pools.CONTRACTS),
        globalSequence,
        abi: random.bytes(random.below(9)),
      })),
    proposers: proposersOf(block),
  };
}

/** By the number of the block alone: set, changed, kept and forgotten. */
function proposersOf({ num }: BlockHeader): ProposersWrite | undefined {
  if (num % 3 !== 0) return undefined;
  const [key = new Uint8Array()] = pools.KEYS;
  const [name = 0n] = pools.PRODUCERS;
  const active = { version: num, producers: [{ name, threshold: 1, keys: [{ key, weight: 1 }] }] };
  const proposed: ProposedPolicy = {
    ...active,
    ...{ version: num + 1, blockNum: num, slot: 2 * num },
    ...{ claimedIn: num % 2 === 0 ? num + 1 : undefined, isFinal: num % 4 === 0 },
  };
  const [pending, newest] = num % 9 === 0 ? [undefined, proposed] : [proposed, undefined];
  return { policies: num % 5 === 0 ? undefined : { active, pending, proposed: newest } };
}

const level = (random: Random): PermissionLevel => ({
  actor: random.pick(pools.ACCOUNTS),
  permission: random.pick(pools.PERMISSIONS),
});

function proposalEvent(
  random: Random,
  { timeMs }: BlockHeader,
  { globalSequence }: ActionWrite,
): ProposalEvent {
  const key = { proposer: random.pick(pools.ACCOUNTS.slice(0, 2)), name: random.pick(pools.PROPOSALS) };
  const approvals = () => random.list(2, () => ({ ...level(random), timeMs }));
  switch (random.below(6)) {
    case 0:
      return { ...key, kind: 'approved', level: level(random), timeMs };
    case 1:
      return { ...key, kind: 'unapproved', level: level(random), timeMs };
    case 2:
      return { ...key, kind: 'approvals', requested: approvals(), provided: approvals() };
    case 3:
      return { ...key, kind: random.chance(50) ? 'executed' : 'cancelled', globalSequence };
    default:
      return {
        ...key,
        kind: 'proposed',
        globalSequence,
        transaction: random.bytes(random.below(30)),
        requested: random.list(3, () => level(random)),
      };
  }
}
