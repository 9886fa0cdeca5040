import { name, SampleBlocks, TOKEN_ABI_BYTES } from '../../harness/history/sample-blocks';
import { WrongChainError } from '../../../apps/history/src/store/errors';
import { type TestStore, useStores } from './stores';

const CHAIN_ID = new Uint8Array(32).fill(1);
const CONTRACT = name('sys.token');
const OTHER_ABI = Uint8Array.from([...TOKEN_ABI_BYTES, 0]);
const nodeAbi = (asked: number) => ({ chainId: CHAIN_ID, contract: CONTRACT, asked, abi: TOKEN_ABI_BYTES });
const setAbi = { abis: [{ account: CONTRACT, globalSequence: 5_000n, abi: OTHER_ABI }] };

describe.each(useStores())('ABIs of a node in %s', (_kind, create) => {
  let store: TestStore;
  let blocks: SampleBlocks;
  const abi = async (query: { atSequence?: bigint; atBlock?: number } = {}) =>
    (await store.reader.abi({ contract: CONTRACT, ...query }))?.abi;

  let count = 0;
  beforeEach(async () => {
    store = await create(`node_abis_${String(count++)}`);
    await store.writer.open(CHAIN_ID);
    blocks = new SampleBlocks();
  });
  afterEach(() => store.close());

  const begin = (beginsInTheMiddle: boolean) =>
    store.writer.append([blocks.next([], { beginsInTheMiddle }), blocks.next(), blocks.next()], 0);

  it('a store that began in the middle lacks the ABI of a contract until one is kept', async () => {
    expect(await store.writer.lacksAbi(CONTRACT)).toBeUndefined();
    await begin(true);
    expect(await store.writer.lacksAbi(CONTRACT)).toBe(true);
    await store.writer.keepNodeAbi(nodeAbi(4));
    expect(await store.writer.lacksAbi(CONTRACT)).toBe(false);
    expect(await abi({ atSequence: 1n })).toEqual(TOKEN_ABI_BYTES);
    expect(await abi({ atBlock: 2 })).toEqual(TOKEN_ABI_BYTES);
  });

  it('a store that has the whole state lacks none, and uses none of a node', async () => {
    await begin(false);
    expect(await store.writer.lacksAbi(CONTRACT)).toBe(false);
    await store.writer.keepNodeAbi(nodeAbi(4));
    expect(await abi()).toBeUndefined();
  });

  it('an ABI of a node is used when the store has the blocks up to the question', async () => {
    await begin(true);
    await store.writer.keepNodeAbi(nodeAbi(5));
    expect(await abi()).toBeUndefined();
    await store.writer.append([blocks.next()], 0);
    expect(await abi()).toEqual(TOKEN_ABI_BYTES);
  });

  it('an ABI of a node is not used before a setabi that the node may have executed already', async () => {
    await begin(true);
    await store.writer.keepNodeAbi(nodeAbi(5));
    await store.writer.append([blocks.next([], setAbi)], 0);
    expect(await abi({ atSequence: 4_999n })).toBeUndefined();
    expect(await abi({ atSequence: 5_001n })).toEqual(OTHER_ABI);
    await store.writer.undoTo(4);
    await store.writer.append([new SampleBlocks(5).next()], 0);
    expect(await abi({ atSequence: 4_999n })).toEqual(TOKEN_ABI_BYTES);
  });

  it('an ABI of a node stays that of the actions before a later setabi', async () => {
    await begin(true);
    await store.writer.keepNodeAbi(nodeAbi(4));
    await store.writer.append([blocks.next([], setAbi)], 0);
    expect(await abi({ atSequence: 4_999n })).toEqual(TOKEN_ABI_BYTES);
    expect(await abi({ atSequence: 5_001n })).toEqual(OTHER_ABI);
  });

  it('an ABI of a node of another chain is refused', async () => {
    await begin(true);
    const other = { ...nodeAbi(4), chainId: new Uint8Array(32).fill(2) };
    await expect(store.writer.keepNodeAbi(other)).rejects.toThrow(WrongChainError);
    expect(await store.writer.lacksAbi(CONTRACT)).toBe(true);
  });
});
