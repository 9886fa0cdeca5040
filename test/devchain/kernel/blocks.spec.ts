import { parseSignature, publicKeyOf, publicKeyText, recoverPublicKey, referenceBlock } from '@app/antelope';
import { ABIDecoder, ABIEncoder, Serializer, Transaction } from '@wharfkit/antelope';
import { createHash } from 'node:crypto';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { blockSigningDigest } from '../../../apps/devchain/src/kernel/blocks/producer-schedule';
import type { BlockRecord } from '../../../apps/devchain/src/kernel/blocks/block-record';
import type { TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain, refusalOf } from '../../harness/chain/in-process-chain';

const quantity = { symbol: 'BTC', precision: 8, units: 1n };
const pay = (memo = ''): ReturnType<typeof actionOf> =>
  actionOf('btc.token', transfer, { from: 'alice', to: 'bob', quantity, memo }, 'alice');

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

describe('a block', () => {
  it('has an id that begins with its number and is derived from its header', () => {
    const kernel = new InProcessChain();
    const { num, id } = kernel.chain.head();
    const block = kernel.chain.block(num)!;
    const expected = sha256(block.packedHeader);
    expected.writeUInt32BE(num);
    expect(id).toBe(expected.toString('hex'));
    expect(block.header.previous).toBe(kernel.chain.block(num - 1)!.id);
    expect(kernel.chain.block(id)).toEqual(block);
    expect(referenceBlock(id).ref_block_prefix).toBe(block.refBlockPrefix);
    expect(kernel.chain.block(id.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBeUndefined();
    expect(kernel.chain.block(num + 1)).toBeUndefined();
    expect(kernel.chain.block(0)).toBeUndefined();
  });

  it('contains its packed transactions and their receipts', () => {
    const kernel = new InProcessChain();
    const packed = [kernel.pack([pay('1')]), kernel.pack([pay('2')]), kernel.pack([pay('3')])];
    const traces = packed.map((each) => kernel.chain.push(each));
    kernel.nextBlock();
    const block = kernel.chain.block(traces[0]!.blockNum)!;
    expect(block.transactions.map(({ packed: carried }) => carried)).toEqual(packed);
    expect(
      block.transactions.map(({ id, status, cpuUsageUs, netUsageWords }) => ({
        id,
        receipt: { status, cpuUsageUs, netUsageWords },
      })),
    ).toEqual(traces.map(({ id, receipt }) => ({ id, receipt })));
    expect(block.header.timeMs).toBe(traces[0]!.blockTimeMs);
  });

  it('has the merkle roots of its transactions and actions', () => {
    const kernel = new InProcessChain();
    const traces = ['1', '2', '3'].map((memo) => kernel.push([pay(memo)]));
    kernel.nextBlock();
    const { header, transactions } = kernel.chain.block(traces[0]!.blockNum)!;
    expect(header.transactionMroot).toBe(root(transactions.map(transactionLeaf)).toString('hex'));
    expect(header.actionMroot).toBe(root(traces.flatMap(actionLeaves)).toString('hex'));
    kernel.nextBlock();
    const empty = kernel.chain.block(kernel.chain.head().num)!.header;
    expect([empty.transactionMroot, empty.actionMroot]).toEqual(['0'.repeat(64), '0'.repeat(64)]);
  });

  it('is signed by the scheduled producer', () => {
    const kernel = new InProcessChain();
    kernel.push([pay()]);
    kernel.nextBlock();
    const { num } = kernel.chain.head();
    const state = kernel.chain.headerState(num)!;
    const root = Buffer.from(state.blockrootMerkle.activeNodes.at(-1)!, 'hex');
    const scheduleHash = Buffer.from(state.pendingSchedule.scheduleHash, 'hex');
    const digest = blockSigningDigest(state.block.packedHeader, root, scheduleHash);
    const [producer] = kernel.chain.schedule().active.producers;
    expect(recoverPublicKey(digest, parseSignature(state.block.producerSignature))).toEqual(
      producer!.keys[0]!.key,
    );
    expect(publicKeyText(producer!.keys[0]!.key)).toBe(publicKeyText(publicKeyOf(kernel.key('eosio'))));
    expect(state.blockrootMerkle.nodeCount).toBe(num - 1);
  });

  it('is packed in the format of nodeos', () => {
    const kernel = new InProcessChain();
    const { id } = kernel.push([pay('hello')]);
    kernel.nextBlock();
    const { packedBlock, packedHeader, producerSignature } = kernel.chain.block(kernel.chain.head().num)!;
    const decoder = new ABIDecoder(packedBlock.subarray(packedHeader.length));
    expect(String(Serializer.decode({ data: decoder, type: 'signature' }))).toBe(producerSignature);
    expect(decoder.readVaruint32()).toBe(1);
    decoder.advance(1 + 4);
    decoder.readVaruint32();
    expect(decoder.readByte()).toBe(1);
    const transaction = Serializer.decode({
      data: decoder,
      type: 'packed_transaction',
      abi: PACKED_TRANSACTION_ABI,
    }) as { packed_trx: string };
    expect(String(Serializer.decode({ data: String(transaction.packed_trx), type: Transaction }).id)).toBe(
      id,
    );
    expect(decoder.readVaruint32()).toBe(0);
    expect(decoder.canRead()).toBe(false);
  });
});

describe('the chain', () => {
  it('has the same block ids for the same seed, clock and transactions', () => {
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

  it('has at most one block per slot and skips slots without a block', () => {
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

  it('is irreversible up to finalityDepth blocks behind the head', () => {
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

  it('reports the status of a transaction from the open block to finality', () => {
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

  it('calls transaction and block listeners until they unsubscribe', () => {
    const kernel = new InProcessChain();
    const heard: string[] = [];
    const endBlocks = kernel.chain.onBlock(({ num }, traces) =>
      heard.push(`block ${String(num)}: ${String(traces.length)}`),
    );
    const endTransactions = kernel.chain.onTransaction(({ id }, { signatures }) =>
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

  it('accepts older blocks as the reference block', () => {
    const kernel = new InProcessChain();
    const old = referenceBlock(kernel.chain.head().id);
    kernel.nextBlock(100);
    expect(kernel.push([pay()], { header: old }).receipt).toBeDefined();
  });

  it('keeps at most maxBlockLogBytes of blocks', () => {
    const kernel = new InProcessChain({ maxBlockLogBytes: 4_000_000 });
    const { chain } = kernel;
    const before = chain.memory();
    kernel.nextBlock(50_000);
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

const PACKED_TRANSACTION_ABI = {
  structs: [
    {
      name: 'packed_transaction',
      base: '',
      fields: [
        { name: 'signatures', type: 'signature[]' },
        { name: 'compression', type: 'uint8' },
        { name: 'packed_context_free_data', type: 'bytes' },
        { name: 'packed_trx', type: 'bytes' },
      ],
    },
  ],
};

/** Written from the public formulas, with none of the kernel's own code. */
function root(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return Buffer.alloc(32);
  if (leaves.length === 1) return leaves[0]!;
  const even = leaves.length % 2 === 0 ? leaves : [...leaves, leaves.at(-1)!];
  const parents: Buffer[] = [];
  for (let at = 0; at < even.length; at += 2) {
    const [left, right] = [Buffer.from(even[at]!), Buffer.from(even[at + 1]!)];
    left[0]! &= 0x7f;
    right[0]! |= 0x80;
    parents.push(sha256(left, right));
  }
  return root(parents);
}

function transactionLeaf({
  status,
  cpuUsageUs,
  netUsageWords,
  packed,
}: BlockRecord['transactions'][number]): Buffer {
  expect(status).toBe('executed');
  const encoder = new ABIEncoder();
  encoder.writeByte(0);
  encoder.writeArray(new Uint8Array(Uint32Array.of(cpuUsageUs).buffer));
  encoder.writeVaruint32(netUsageWords);
  const prunable = Serializer.encode({
    object: {
      signatures: packed.signatures,
      data: Buffer.from(packed.packedContextFreeData).toString('hex'),
    },
    type: 'prunable',
    abi: {
      structs: [
        {
          name: 'prunable',
          base: '',
          fields: [
            { name: 'signatures', type: 'signature[]' },
            { name: 'data', type: 'bytes' },
          ],
        },
      ],
    },
  }).array;
  const packedDigest = sha256(
    Uint8Array.of(0),
    Serializer.encode({ object: Buffer.from(packed.packedTrx).toString('hex'), type: 'bytes' }).array,
    sha256(prunable),
  );
  encoder.writeArray(packedDigest);
  return sha256(encoder.getData());
}

function actionLeaves({ actionTraces }: TransactionTrace): Buffer[] {
  return actionTraces
    .map(({ receipt }) => receipt!)
    .sort((left, right) => left.globalSequence - right.globalSequence)
    .map((receipt) =>
      sha256(
        Serializer.encode({
          type: 'action_receipt',
          abi: RECEIPT_ABI,
          object: {
            receiver: receipt.receiver,
            act_digest: receipt.actDigest,
            global_sequence: receipt.globalSequence,
            recv_sequence: receipt.recvSequence,
            auth_sequence: receipt.authSequence.map(([account, sequence]) => ({ account, sequence })),
            code_sequence: receipt.codeSequence,
            abi_sequence: receipt.abiSequence,
          },
        }).array,
      ),
    );
}

const RECEIPT_ABI = {
  structs: [
    {
      name: 'auth_sequence',
      base: '',
      fields: [
        { name: 'account', type: 'name' },
        { name: 'sequence', type: 'uint64' },
      ],
    },
    {
      name: 'action_receipt',
      base: '',
      fields: [
        { name: 'receiver', type: 'name' },
        { name: 'act_digest', type: 'checksum256' },
        { name: 'global_sequence', type: 'uint64' },
        { name: 'recv_sequence', type: 'uint64' },
        { name: 'auth_sequence', type: 'auth_sequence[]' },
        { name: 'code_sequence', type: 'varuint32' },
        { name: 'abi_sequence', type: 'varuint32' },
      ],
    },
  ],
};
