import type { VerifyMode } from '@app/networks/node-config';
import type { Clock } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import type { Evidence } from './evidence';

/** Disagreements that are remembered for operators. */
const REMEMBERED = 8;

/** The end of a comparison for one node. */
export type ComparedAs = 'agreed' | 'differed' | 'unavailable';
const RESULTS: readonly ComparedAs[] = ['agreed', 'differed', 'unavailable'];

/** Comparisons of one node since the start of the process. */
export type ComparisonCounts = Readonly<Record<ComparedAs, number>>;

/** A disagreement, and when it was found. */
export interface DatedEvidence extends Evidence {
  /** By the clock of this machine. */
  readonly atMs: number;
}

/** Comparisons of the nodes of a network, for operators. */
export interface ComparisonStatus {
  readonly mode: VerifyMode;
  /** By label. */
  readonly nodes: ReadonlyMap<string, ComparisonCounts>;
  /** The newest first. */
  readonly disagreements: readonly DatedEvidence[];
}

interface ComparisonOptions {
  readonly network: string;
  readonly mode: VerifyMode;
  /** Labels of the nodes. */
  readonly nodes: readonly string[];
  readonly clock: Clock;
  readonly metrics?: ChainMetrics | undefined;
  readonly onDisagreement?: ((evidence: Evidence) => void) | undefined;
}

/** Counts the comparisons of the nodes of a network, and remembers the last disagreements. */
export class Comparisons {
  readonly #counts = new Map<string, Record<ComparedAs, number>>();
  #mode: VerifyMode = 'off';
  #disagreements: readonly DatedEvidence[] = [];

  constructor(private readonly options: ComparisonOptions) {
    this.configure(options);
  }

  /** Takes over labels and mode of a configuration; the counts of nodes that stay are kept. */
  configure({ mode, nodes }: Pick<ComparisonOptions, 'mode' | 'nodes'>): void {
    const { network, metrics } = this.options;
    this.#mode = mode;
    for (const node of this.#counts.keys()) if (!nodes.includes(node)) this.#counts.delete(node);
    for (const node of nodes)
      this.#counts.set(node, this.#counts.get(node) ?? { agreed: 0, differed: 0, unavailable: 0 });
    // Prometheus sees no increase in a counter that begins with 1. Shadow nodes are compared in every mode.
    for (const node of nodes)
      for (const result of RESULTS) metrics?.nodeComparisons.inc({ network, node, result }, 0);
  }

  get status(): ComparisonStatus {
    return { mode: this.#mode, nodes: this.#counts, disagreements: this.#disagreements };
  }

  /** A comparison ended for a node. */
  record(node: string, result: ComparedAs): void {
    const counts = this.#counts.get(node);
    if (counts !== undefined) counts[result] += 1;
    const { network, metrics } = this.options;
    metrics?.nodeComparisons.inc({ network, node, result });
  }

  /** Nodes said different things. */
  report(evidence: Evidence): void {
    const { clock, onDisagreement } = this.options;
    const dated = { ...evidence, atMs: clock.now() };
    this.#disagreements = [dated, ...this.#disagreements].slice(0, REMEMBERED);
    onDisagreement?.(evidence);
  }
}
