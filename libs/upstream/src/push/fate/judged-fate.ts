import { agreedBlock, type SeenBlock, type Sighting } from '../confirm/sighting';

/** Whether a transaction was executed, as far as nodes can tell. */
export type TransactionFate =
  /** In a block, by the nodes that have to agree. */
  | { readonly kind: 'executed'; readonly block: SeenBlock }
  /** It expired before the last irreversible block, and is in no block. */
  | { readonly kind: 'dead' }
  /** It may be executed still, or it is not known whether it was. */
  | { readonly kind: 'open' };

/** Statement of one node about a transaction. */
export interface FateWitness {
  readonly sighting: Sighting;
  /** The node shows it in a block, or about to be in one. */
  readonly isShown: boolean;
  /** The node keeps all blocks that it may be in, has it in none of them, and the last irreversible one is later. */
  readonly provesAbsence: boolean;
  /** It is a usable node of the chain. */
  readonly isUsable: boolean;
}

/** How many nodes have to tell. */
export interface FateRules {
  /** Whether the network compares reads over nodes. */
  readonly hasQuorum: boolean;
  /**
   * Nodes of the chain that no operator and no rest as a liar took out of service, also where they fail their polls or
   * follow another fork now.
   */
  readonly inService: number;
}

/**
 * Nodes that have to prove the absence, where as many are in service. One that fails its polls counts: for that moment the
 * only other one could deny what was executed, and it would be paid a second time. Pure.
 */
export const absenceProofs = ({ hasQuorum, inService }: FateRules): number =>
  Math.max(1, Math.min(hasQuorum ? 2 : 1, inService));

/**
 * The fate of a transaction. A node that shows it is enough for it not to be dead; to be executed, it is in the same
 * block by two nodes, or by the only one that can tell: one that did not answer could. Pure.
 */
export function judgedFate(witnesses: readonly FateWitness[], rules: FateRules): TransactionFate {
  const block = agreedBlock(
    witnesses.map(({ sighting, isUsable }) => ({
      sighting,
      counts: isUsable && sighting.kind !== 'cannot-tell',
    })),
  );
  if (block !== undefined) return { kind: 'executed', block };
  if (witnesses.some(({ isShown }) => isShown)) return { kind: 'open' };
  const proofs = witnesses.filter(({ isUsable, provesAbsence }) => isUsable && provesAbsence).length;
  return { kind: proofs >= absenceProofs(rules) ? 'dead' : 'open' };
}
