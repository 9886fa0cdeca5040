import { LRUCache } from 'lru-cache';
import type { ReadMoment } from '../../cache/read-cache';

/** A head that a node reported, with the time in which nothing else can have been its head: by `performance.now()`. */
interface SeenHead {
  readonly id: string;
  /** When the first of the answers that name it arrived. */
  readonly sinceMs: number;
  /** When the last request that it answered with it was sent. */
  readonly untilMs: number;
}

/** Discovered nodes change their addresses. Of a node that is forgotten nothing is claimed until it is asked again. */
const MAX_NODES = 256;

/**
 * The heads of nodes, by their answers to get_info. A node does not go back to a head that it left: between two answers
 * that name one head it had no other one.
 */
export class NodeHeads {
  readonly #byNode = new LRUCache<string, SeenHead>({ max: MAX_NODES });

  /** A node (by its address) named a head. */
  record(node: string, id: string, { startedMs, endedMs }: { startedMs: number; endedMs: number }): void {
    const known = this.#byNode.get(node);
    if (known?.id === id) {
      this.#byNode.set(node, { ...known, untilMs: Math.max(known.untilMs, startedMs) });
      return;
    }
    // The answer to an earlier request may arrive later.
    const isLater = known === undefined || startedMs >= known.untilMs;
    if (isLater) this.#byNode.set(node, { id, sinceMs: endedMs, untilMs: startedMs });
  }

  /** From when on the answers of a node are of this head, as far as they are; undefined where it named another one since. */
  momentOf(node: string, id: string): ReadMoment | undefined {
    const known = this.#byNode.get(node);
    return known?.id === id ? { node, sinceMs: known.sinceMs } : undefined;
  }

  /** Whether a node is known to have had this head up to a time. */
  hadUntil(node: string, id: string, atMs: number): boolean {
    const known = this.#byNode.get(node);
    return known?.id === id && known.untilMs >= atMs;
  }
}
