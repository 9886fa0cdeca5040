/** The statement of one node, and at which head. */
export interface Statement<T> {
  /** Label of the node. */
  readonly node: string;
  /** Id of its head before and after it was asked; undefined where they differ, or are not known. */
  readonly head: string | undefined;
  readonly said: T;
}

/** The result of a comparison. */
export type Verdict<T> =
  | {
      readonly kind: 'agreed';
      readonly said: T;
      readonly agreeing: number;
      /** Those that said something else at a head at which two others said this. */
      readonly outvoted: readonly Statement<T>[];
    }
  /** At one head the nodes said different things, and no majority of them the same. */
  | { readonly kind: 'disagreed'; readonly head: string }
  /** The nodes were at different heads: nothing is known yet. */
  | { readonly kind: 'open' };

/**
 * Judges what nodes said. More than half of them, and at least two, are believed. A difference counts as one only between
 * nodes at the same head. Pure.
 * @param mayBothBeTrue whether two different statements contradict each other in nothing
 */
export function verdictOf<T>(
  statements: readonly Statement<T>[],
  isSame: (one: T, other: T) => boolean,
  mayBothBeTrue: (one: T, other: T) => boolean = () => false,
): Verdict<T> {
  for (const { said } of statements) {
    const supporters = statements.filter((other) => isSame(said, other.said));
    if (supporters.length < 2 || supporters.length * 2 <= statements.length) continue;
    const outvoted = statements.filter(
      (other) =>
        !supporters.includes(other) &&
        !mayBothBeTrue(said, other.said) &&
        other.head !== undefined &&
        supporters.filter(({ head }) => head === other.head).length >= 2,
    );
    return { kind: 'agreed', said, agreeing: supporters.length, outvoted };
  }
  const [first] = statements;
  const isOneHead = statements.length >= 2 && statements.every(({ head }) => head === first?.head);
  if (isOneHead && first?.head !== undefined) return { kind: 'disagreed', head: first.head };
  return { kind: 'open' };
}
