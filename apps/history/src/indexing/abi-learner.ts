import type { BlockWrites } from '../derive/block-writes';
import type { Name } from '../derive/name';
import type { BlockDerivation } from '../follow/block-derivation';
import type { FollowLog } from '../follow/follow-log';
import type { HistoryWriter } from '../store/port';
import { readNodeAbi } from './node-abi';

/** Contracts that wait or are settled; beyond it they are forgotten, and found again when they are mentioned. */
const MOST = 100_000;
/** After a failure the node is left alone for this time. */
const REST_MS = 10_000;

/**
 * Asks a node for the ABIs of contracts that were deployed before the first block of a store that began in the middle
 * of its chain: one at a time, beside the following, when they are first mentioned.
 */
export class AbiLearner {
  readonly #waiting = new Set<Name>();
  readonly #settled = new Set<Name>();
  #isWorking = false;
  #isStopped = false;
  #restsUntilMs = 0;

  constructor(
    private readonly chainUrl: string,
    private readonly writer: Pick<HistoryWriter, 'lacksAbi' | 'keepNodeAbi'>,
    private readonly logger: FollowLog,
  ) {}

  /** A derivation whose blocks mention their contracts here. */
  watching(derivation: BlockDerivation): BlockDerivation {
    return {
      resume: (tail) => derivation.resume(tail),
      derive: (block, loaded) => this.#mention(derivation.derive(block, loaded)),
      derivePart: (block, timestamp, part) => derivation.derivePart(block, timestamp, part),
      deriveAlone: (block) => this.#mention(derivation.deriveAlone(block)),
      completed: (writes) => derivation.completed(writes),
    };
  }

  stop(): void {
    this.#isStopped = true;
  }

  #mention(writes: BlockWrites): BlockWrites {
    if (this.#settled.size + this.#waiting.size > MOST) this.#settled.clear();
    for (const { account } of writes.actions) if (!this.#settled.has(account)) this.#waiting.add(account);
    for (const { code } of writes.deltas) if (!this.#settled.has(code)) this.#waiting.add(code);
    if (this.#waiting.size > MOST) this.#waiting.clear();
    void this.#work();
    return writes;
  }

  /** Never rejects. Contracts that are left wait for the next block. */
  async #work(): Promise<void> {
    if (this.#isWorking || performance.now() < this.#restsUntilMs) return;
    this.#isWorking = true;
    try {
      for (const contract of this.#waiting) {
        if (this.#isStopped) return;
        const isLacking = await this.writer.lacksAbi(contract);
        if (isLacking === undefined) return;
        if (isLacking) await this.writer.keepNodeAbi(await readNodeAbi(this.chainUrl, contract));
        this.#waiting.delete(contract);
        this.#settled.add(contract);
      }
    } catch (error) {
      this.#restsUntilMs = performance.now() + REST_MS;
      if (!this.#isStopped) this.logger.warn({ err: error }, 'no ABI of an older contract from the node');
    } finally {
      this.#isWorking = false;
    }
  }
}
