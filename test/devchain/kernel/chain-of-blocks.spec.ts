import { referenceBlock } from '@app/antelope';
import { InProcessChain, refusalOf } from '../../harness/chain/in-process-chain';
import { pay } from './support/payment';

describe('chain of blocks', () => {
  it('the chain has the same block ids for the same seed, clock and transactions', () => {
    const run = (seed: string): { id: string; digest: string } => {
      const kernel = new InProcessChain({ seed });
      for (let step = 0; step < 20; step++) {
        kernel.push([pay(String(step))]);
        if (step % 3 === 0) kernel.nextBlock();
        refusalOf(() => kernel.push([pay('x'.repeat(300))]));
      }
      kernel.nextBlock(5);
      return { id: kernel.chain.head().id, digest: kernel.chain.stateDigest() };
    };
    expect(run('one')).toEqual(run('one'));
    expect(run('one').id).not.toBe(run('two').id);
    expect(new InProcessChain({ seed: 'one' }).chain.chainId).not.toBe(
      new InProcessChain({ seed: 'two' }).chain.chainId,
    );
  });

  it('the chain has at most one block per slot and skips slots without a block', () => {
    const kernel = new InProcessChain();
    const { num, timeMs } = kernel.chain.head();
    kernel.nextBlock();
    expect(kernel.chain.head()).toMatchObject({ num: num + 1, timeMs: timeMs + 500 });
    kernel.clock.advance(10_000);
    kernel.chain.produceBlock();
    expect(kernel.chain.head()).toMatchObject({ num: num + 2, timeMs: timeMs + 10_500 });
    // Faster than the clock: slots are never shared.
    kernel.chain.produceBlock();
    expect(kernel.chain.head()).toMatchObject({ num: num + 3, timeMs: timeMs + 11_000 });
  });

  it('the chain is irreversible up to finalityDepth blocks behind the head', () => {
    const kernel = new InProcessChain({ finalityDepth: 3 });
    kernel.nextBlock(10);
    const { num } = kernel.chain.head();
    expect(kernel.chain.lastIrreversible()).toMatchObject({
      num: num - 3,
      id: kernel.chain.block(num - 3)!.id,
    });
    expect(kernel.chain.headerState(num - 2)!.block.num).toBe(num - 2);
    expect(kernel.chain.headerState(kernel.chain.head().id)!.dposIrreversibleBlockNum).toBe(num - 3);
    expect(kernel.chain.headerState(num - 3)).toBeUndefined();
  });

  it('the chain reports the status of a transaction from the open block to finality', () => {
    const kernel = new InProcessChain({ finalityDepth: 2 });
    const { chain } = kernel;
    const { id, blockNum } = kernel.push([pay()]);
    expect(chain.transactionStatus(id)).toMatchObject({ state: 'LOCALLY_APPLIED' });
    expect(chain.transactionStatus(id).block).toBeUndefined();
    kernel.nextBlock();
    expect(chain.transactionStatus(id)).toMatchObject({ state: 'IN_BLOCK', block: chain.head() });
    expect(chain.head().num).toBe(blockNum);
    kernel.nextBlock(2);
    expect(chain.transactionStatus(id)).toMatchObject({ state: 'IRREVERSIBLE', block: { num: blockNum } });
    expect(chain.transactionStatus('0'.repeat(64))).toMatchObject({ state: 'UNKNOWN', head: chain.head() });
    const failed = kernel.pack([pay('x'.repeat(300))]);
    const { trace } = refusalOf(() => chain.push(failed));
    expect(chain.transactionStatus(trace!.id).state).toBe('FAILED');
    // A failed transaction may succeed later; an executed one stays executed when it is sent again.
    const again = kernel.pack([pay()]);
    const applied = chain.push(again);
    refusalOf(() => chain.push(again));
    expect(chain.transactionStatus(applied.id).state).toBe('LOCALLY_APPLIED');
  });

  it('the chain calls transaction and block listeners until they unsubscribe', () => {
    const kernel = new InProcessChain();
    const heard: string[] = [];
    const endBlocks = kernel.chain.events.block.add(({ num }, traces) =>
      heard.push(`block ${String(num)}: ${String(traces.length)}`),
    );
    const endTransactions = kernel.chain.events.transaction.add(({ id }, { signatures }) =>
      heard.push(`${id} ${String(signatures.length)}`),
    );
    const { id, blockNum } = kernel.push([pay()]);
    kernel.refusal([pay('x'.repeat(300))]);
    kernel.nextBlock();
    endBlocks();
    endTransactions();
    kernel.push([pay()]);
    kernel.nextBlock();
    expect(heard).toEqual([`${id} 1`, `block ${String(blockNum)}: 1`]);
  });

  it('the chain accepts older blocks as the reference block', () => {
    const kernel = new InProcessChain();
    const old = referenceBlock(kernel.chain.head().id);
    kernel.nextBlock(100);
    expect(kernel.push([pay()], { header: old }).receipt).toBeDefined();
  });

  it('the chain keeps at most maxBlockLogBytes of blocks', () => {
    const kernel = new InProcessChain({ maxBlockLogBytes: 4_000_000 });
    const { chain } = kernel;
    const before = chain.memory();
    kernel.nextBlock(21_000);
    const after = chain.memory();
    const { blocks, blockBytes } = after;
    expect(blockBytes).toBeLessThanOrEqual(4_000_000);
    expect(blocks).toBe(chain.head().num - chain.info().earliestAvailableBlockNum + 1);
    // An empty block takes 155 bytes; of three chunks of a megabyte, two and a bit are full.
    expect(blocks).toBeGreaterThan(13_500);
    expect(after).toEqual({ ...before, blocks, blockBytes, transactionsRemembered: 0 });
    expect(chain.block(2)).toBeUndefined();
    expect(chain.block(chain.info().earliestAvailableBlockNum)).toBeDefined();
  });
});
