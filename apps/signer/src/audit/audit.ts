import type { Reservation, SpendingState } from '../ledger/spending-rules';

/** A chain as the nodes of the owner have it. */
export interface ChainView {
  /** Ids of the log that the nodes were asked for. */
  readonly asked: ReadonlySet<string>;
  /** Blocks by transaction id, of transactions of the log that a node has. */
  readonly executed: ReadonlyMap<string, number>;
  /** Blocks by transaction id, of all transactions of the permission; undefined without a history node. */
  readonly signed: ReadonlyMap<string, number> | undefined;
}

/** How a transaction of the log ended. */
export type Ending = 'executed' | 'not_found' | 'open' | 'given_back';

/** The log beside the chain. */
export interface Audit {
  readonly endings: ReadonlyMap<string, Ending>;
  /** Sentences about differences. None: the log and the chain agree. */
  readonly problems: readonly string[];
  /** The chain has transactions that the log lacks. */
  readonly isLogIncomplete: boolean;
}

/** Compares every transaction of the log with the chain, and those of the permission on the chain with the log. */
export function audit(state: SpendingState, { asked, executed, signed }: ChainView, nowMs: number): Audit {
  const blockOf = (id: string): number | undefined => executed.get(id) ?? signed?.get(id);
  const all = [...state.byId.values()];
  const endings = new Map(all.map((each) => [each.id, endingOf(each, blockOf(each.id), nowMs)]));
  const missing = all.filter(
    ({ id, outcome }) => asked.has(id) && outcome === 'executed' && blockOf(id) === undefined,
  );
  const voided = all.filter(({ id, isVoid }) => isVoid && blockOf(id) !== undefined);
  const foreign = [...(signed ?? [])].filter(([id]) => !state.byId.has(id));
  const problems = [
    ...missing.map(
      ({ id, blockNum }) =>
        `${id}: the gateway said that block ${blockNum ?? 'unknown'} has it, and no node of yours confirms that`,
    ),
    ...voided.map(({ id }) => `${id}: its room was given back, and block ${blockOf(id) ?? ''} has it`),
    ...foreign.map(
      ([id, block]) =>
        `${id} of block ${block} was signed with this permission and is not in the log: the key is used elsewhere, or the log was put back`,
    ),
  ];
  return { endings, problems, isLogIncomplete: foreign.length > 0 };
}

function endingOf({ isVoid, expiresAt }: Reservation, block: number | undefined, nowMs: number): Ending {
  if (block !== undefined) return 'executed';
  if (isVoid) return 'given_back';
  return expiresAt > nowMs ? 'open' : 'not_found';
}

/** Units of one cap by the ending of their transactions. */
export function unitsByEnding(
  state: SpendingState,
  { endings }: Pick<Audit, 'endings'>,
  cap: string,
): Record<Ending, bigint> {
  const sums: Record<Ending, bigint> = { executed: 0n, not_found: 0n, open: 0n, given_back: 0n };
  for (const { id, units } of state.byId.values())
    sums[endings.get(id) ?? 'not_found'] += units.get(cap) ?? 0n;
  return sums;
}
