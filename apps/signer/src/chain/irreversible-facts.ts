import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Policy } from '../policy/policy';
import { Refusal } from '../refusal';
import { NodeTables } from './node-tables';
import { askNode, blockIdAt, headTimeOf, info, reasonText } from './own-nodes';

/** Fewer nodes are one word for an address: a node that lies could name its own. */
const FEWEST_NODES = 2;
const CHECK_EVERY_MS = 500;

const position = info.extend({
  head_block_num: z.int().positive(),
  head_block_id: z.string().regex(/^[0-9a-f]{64}$/),
});

interface BlockOf {
  readonly num: number;
  readonly id: string;
}

/** Answer of a node while its head went from one block to another. */
interface Sighting<T> {
  readonly value: T;
  readonly from: BlockOf;
  readonly to: BlockOf;
}

/** A fact that all nodes have in an irreversible block. */
export interface IrreversibleFact<T> {
  readonly value: T;
  /** Nodes that state it. */
  readonly nodes: number;
  /** The earliest of their blocks. */
  readonly blockNum: number;
}

/**
 * Facts of tables that two or more of the owner's nodes state alike, as of a block that became irreversible: no fork takes
 * them back. A sighting is kept until its block is irreversible, so that asking again later completes the first one.
 */
export class IrreversibleFacts {
  readonly #seen = new Map<string, Sighting<unknown>>();

  constructor(private readonly policy: Policy) {}

  /**
   * @param question names what is asked: the same for the same answer
   * @param waitMs how long to wait for the block to become irreversible
   * @throws Refusal
   */
  async read<T>(
    question: string,
    ask: (tables: NodeTables) => Promise<T>,
    waitMs: number,
  ): Promise<IrreversibleFact<T>> {
    const { nodes } = this.policy.file;
    if (nodes.length < FEWEST_NODES)
      throw new Refusal(
        'nodes',
        'the policy names one node alone: an address is shown only as two nodes have it',
      );
    const giveUpAt = Date.now() + waitMs;
    const answers = await Promise.allSettled(
      nodes.map((node) => this.#sighting(`${node} ${question}`, node, ask)),
    );
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    assertEnough(answers, found.length);
    const [first] = found;
    if (first === undefined || found.some(({ seen }) => textOf(seen.value) !== textOf(first.seen.value)))
      throw new Refusal('nodes', 'the nodes differ: one of them lies or is late. Nothing is shown');
    const confirmations = found.map(({ node, key, seen }) => this.#confirmed(node, key, seen, giveUpAt));
    await Promise.all(confirmations).catch(refused);
    const blockNum = Math.min(...found.map(({ seen }) => seen.to.num));
    return { value: first.seen.value, nodes: found.length, blockNum };
  }

  /** The answer of a node with its heads before and after; the earlier sighting where it had the same. */
  async #sighting<T>(
    key: string,
    node: string,
    ask: (tables: NodeTables) => Promise<T>,
  ): Promise<{ node: string; key: string; seen: Sighting<T> }> {
    const from = await this.#head(node);
    const value = await ask(new NodeTables(node, this.policy.profile));
    const to = await this.#head(node);
    const before = this.#seen.get(key) as Sighting<T> | undefined;
    const isKept = before !== undefined && textOf(before.value) === textOf(value);
    const seen = isKept ? before : { value, from: from.head, to: to.head };
    this.#seen.set(key, seen);
    return { node, key, seen };
  }

  async #head(node: string): Promise<{ readonly head: BlockOf; readonly irreversible: number }> {
    const stated = position.parse(await askNode(node, 'get_info', {}));
    headTimeOf(stated, this.policy.file.chain_id, Date.now());
    const head = { num: stated.head_block_num, id: stated.head_block_id };
    return { head, irreversible: stated.last_irreversible_block_num };
  }

  /** Both heads of a sighting are blocks of the irreversible chain. @throws Refusal */
  async #confirmed(
    node: string,
    key: string,
    { from, to }: Sighting<unknown>,
    giveUpAt: number,
  ): Promise<void> {
    while ((await this.#head(node)).irreversible < to.num) {
      if (Date.now() + CHECK_EVERY_MS > giveUpAt)
        throw new Refusal('nodes', `block ${to.num} is not irreversible yet: ask again in a minute`);
      await pause(CHECK_EVERY_MS);
    }
    for (const { num, id } of [from, to]) {
      if ((await blockIdAt(node, num)) === id) continue;
      this.#seen.delete(key);
      throw new Refusal('nodes', `a fork removed block ${num}, in which it was read: ask again`);
    }
  }
}

function refused(cause: unknown): never {
  if (cause instanceof Refusal) throw cause;
  throw new Refusal('nodes', 'a node does not state its irreversible block', { cause });
}

const textOf = (value: unknown): string => JSON.stringify(value);

function assertEnough(answers: readonly PromiseSettledResult<unknown>[], found: number): void {
  if (found >= FEWEST_NODES && 2 * found > answers.length) return;
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason as unknown;
  throw new Refusal('nodes', `${found} of ${answers.length} nodes state it${reasonText(cause)}`, { cause });
}
