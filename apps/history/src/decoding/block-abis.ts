import type { Abi } from '@app/antelope';
import type { Name } from '../derive/name';
import type { AbiCache, BlockAbi } from './abi-cache';

/**
 * The ABIs after blocks that are known to be asked for. Those of a contract are read from its newest block backwards,
 * each once for all blocks for which it is valid.
 */
export class BlockAbis {
  readonly #newest = new Map<Name, number>();
  /** Newest first, without gaps. */
  readonly #read = new Map<Name, BlockAbi[]>();

  constructor(
    private readonly abis: Pick<AbiCache, 'sinceBlock'>,
    asked: Iterable<readonly [contract: Name, block: number]>,
  ) {
    for (const [contract, block] of asked)
      this.#newest.set(contract, Math.max(block, this.#newest.get(contract) ?? 0));
  }

  /** The ABI of a contract after a block that was named before. */
  async at(contract: Name, block: number): Promise<Abi | undefined> {
    const read = this.#read.get(contract) ?? [];
    this.#read.set(contract, read);
    for (;;) {
      const known = read.find(({ fromBlock }) => fromBlock <= block);
      if (known !== undefined) return known.abi;
      const oldest = read.at(-1);
      const upTo = oldest === undefined ? this.#newest.get(contract) : oldest.fromBlock - 1;
      read.push(await this.abis.sinceBlock(contract, upTo ?? block));
    }
  }
}
