import { randomBytes } from 'node:crypto';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { name, SampleBlocks } from '../../harness/history/sample-blocks';
import { type TestStore, useStores } from './stores';

/** A key of a web authenticator; random, as PostgreSQL compresses entries of its indexes. */
const keyOf = (bytes: number): Uint8Array => Uint8Array.of(2, ...randomBytes(bytes - 1));

const permission = (...keys: Uint8Array[]) => ({
  ...{ owner: name('alice'), name: name('active'), parent: name('owner'), lastUpdatedMs: 0 },
  authority: {
    threshold: 1,
    keys: keys.map((key) => ({ key, weight: 1 })),
    accounts: [],
    waits: [],
  },
});
const page = { skip: 0, limit: 10 };

describe.each(useStores())('hostile state in %s', (_, create) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await create('hostile_state');
    await store.writer.open(CHAIN_ID);
  });
  afterAll(() => store.close());

  const keysOf = async (owner: string) =>
    (await store.reader.permissions(name(owner), 10)).map(({ authority }) =>
      authority.keys.map(({ key }) => Buffer.from(key).toString('hex')),
    );
  const hex = (...keys: Uint8Array[]) => [keys.map((key) => Buffer.from(key).toString('hex'))];

  it('a permission with a long key is written, replaced and undone, and its other keys are found', async () => {
    const [short, longest, long, other] = [keyOf(34), keyOf(741), keyOf(100_000), keyOf(5_000)];
    const blocks = new SampleBlocks();
    const [first, second] = [[short, longest, long], [other]].map((keys) =>
      blocks.next([], { permissions: [permission(...keys)] }),
    );
    await store.writer.append([first!], 0);
    expect(await keysOf('alice')).toEqual(hex(short, longest, long));
    for (const key of [short, longest])
      expect((await store.reader.keyPermissions(key, page)).items).toMatchObject([{ owner: name('alice') }]);
    await store.writer.append([second!], 0);
    expect(await keysOf('alice')).toEqual(hex(other));
    expect((await store.reader.keyPermissions(short, page)).items).toEqual([]);
    await store.writer.undoTo(first!.block.num);
    expect(await keysOf('alice')).toEqual(hex(short, longest, long));
    expect((await store.reader.keyPermissions(longest, page)).items).toHaveLength(1);
  });
});
