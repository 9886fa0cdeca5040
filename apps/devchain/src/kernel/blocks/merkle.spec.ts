import { merkleRoot } from '@app/antelope';
import fc from 'fast-check';
import { appendLeaf, EMPTY_MERKLE, merkleRootOf } from './incremental-merkle';

const leaf = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('merkle roots', () => {
  it('a merkle root is zeros without leaves, and the leaf itself with one', () => {
    expect(merkleRoot([])).toEqual(Buffer.alloc(32));
    fc.assert(
      fc.property(leaf, (only) => {
        expect(Buffer.from(merkleRoot([only]))).toEqual(Buffer.from(only));
      }),
    );
  });

  it('a merkle root depends on every leaf and on their order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(leaf, {
          minLength: 2,
          maxLength: 9,
          comparator: (a, b) => Buffer.compare(a, b) === 0,
        }),
        fc.nat(),
        (leaves, pick) => {
          const root = Buffer.from(merkleRoot(leaves)).toString('hex');
          const at = pick % leaves.length;
          const changed = leaves.with(
            at,
            Uint8Array.from(leaves[at]!, (byte, index) => (index === 31 ? byte ^ 1 : byte)),
          );
          expect(Buffer.from(merkleRoot(changed)).toString('hex')).not.toBe(root);
          expect(Buffer.from(merkleRoot([...leaves].reverse())).toString('hex')).not.toBe(root);
        },
      ),
    );
  });

  it('a merkle root is the same when the leaves come one by one', () => {
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 70 }), (leaves) => {
        const tree = leaves.reduce(appendLeaf, EMPTY_MERKLE);
        expect(Buffer.from(merkleRootOf(tree))).toEqual(Buffer.from(merkleRoot(leaves)));
        expect(tree.nodeCount).toBe(leaves.length);
        // Never more nodes than the tree has levels.
        expect(tree.activeNodes.length).toBeLessThanOrEqual(Math.ceil(Math.log2(leaves.length + 1)) + 1);
      }),
    );
  });
});
