import { nameToValue, serializeAbi, sha256 } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import fc from 'fast-check';
import type { AbiQuery, AbiSource } from '../store/queries';
import type { AbiRecord } from '../store/records';
import { AbiCache } from './abi-cache';
import { BlockAbis } from './block-abis';

const CONTRACT = nameToValue('sys.token');

const record = (blockNum: number): AbiRecord => {
  const abi = serializeAbi(ABI.from({ version: `eosio::abi/1.${blockNum}` }));
  return { account: CONTRACT, globalSequence: BigInt(blockNum), blockNum, hash: sha256(abi), abi };
};

/** ABIs that a contract got in some blocks; counts the reads. */
class Versions implements AbiSource {
  reads = 0;

  constructor(private readonly blocks: readonly number[]) {}

  async abi({ atBlock = Infinity }: AbiQuery): Promise<AbiRecord | undefined> {
    this.reads += 1;
    const valid = this.blocks.filter((block) => block <= atBlock);
    return Promise.resolve(valid.length === 0 ? undefined : record(Math.max(...valid)));
  }
}

describe('BlockAbis', () => {
  const block = fc.integer({ min: 1, max: 30 });

  it('each block has the ABI that was valid after it, and each ABI is read once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(block, { maxLength: 5 }), fc.array(block), async (blocks, asked) => {
        const source = new Versions(blocks);
        const abis = new BlockAbis(
          new AbiCache(source),
          asked.map((num) => [CONTRACT, num] as const),
        );
        const found: (string | undefined)[] = [];
        for (const num of asked) found.push((await abis.at(CONTRACT, num))?.version);
        expect(source.reads).toBeLessThanOrEqual(Math.min(blocks.length + 1, 31));
        const single = new AbiCache(source);
        for (const [index, num] of asked.entries())
          expect(found[index]).toBe((await single.atBlock(CONTRACT, num))?.version);
      }),
    );
  });
});
