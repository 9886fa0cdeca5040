import type { Abi } from '@app/antelope';
import type { Name } from '../derive/name';
import type { AbiBudget, AbiCache, BlockAbi } from './abi-cache';

/**
 * The ABIs after blocks that are known to be asked for. Those of a contract are read from its newest block backwards,
 * each once for all blocks for which it is valid. Those between two of the blocks, of which a contract may have any
 * number, are not read.
 */
export class BlockAbis {
  readonly #asked = new Map<Name, number[]>();
  /** Newest first. */
  readonly #read = new Map<Name, BlockAbi[]>();

  /** @param budget of all ABIs that are parsed */
  constructor(
    private readonly abis: Pick<AbiCache, 'sinceBlock'>,
    asked: Iterable<readonly [contract: Name, block: number]>,
    private readonly budget?: AbiBudget,
  ) {
    for (const [contract, block] of asked) {
      const blocks = this.#asked.get(contract);
      if (blocks === undefined) this.#asked.set(contract, [block]);
      else blocks.push(block);
    }
    for (const blocks of this.#asked.values()) blocks.sort((one, other) => other - one);
  }

  /** The ABI of a contract after a block that was named before. */
  async at(contract: Name, block: number): Promise<Abi | undefined> {
    const read = this.#read.get(contract) ?? [];
    this.#read.set(contract, read);
    for (;;) {
      const known = read.find(({ fromBlock }) => fromBlock <= block);
      if (known !== undefined) return known.abi;
      const { fromBlock = Infinity } = read.at(-1) ?? {};
      const next = this.#asked.get(contract)?.find((each) => each < fromBlock) ?? block;
      read.push(await this.abis.sinceBlock(contract, next, this.budget));
    }
  }
}
