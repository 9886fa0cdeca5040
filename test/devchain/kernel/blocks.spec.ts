import { parseSignature, publicKeyOf, publicKeyText, recoverPublicKey, referenceBlock } from '@app/antelope';
import { ABIDecoder, ABIEncoder, Serializer, Transaction } from '@wharfkit/antelope';
import { createHash } from 'node:crypto';
import { blockSigningDigest } from '../../../apps/devchain/src/kernel/blocks/producer-schedule';
import type { BlockRecord } from '../../../apps/devchain/src/kernel/blocks/block-record';
import type { TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { InProcessChain } from '../../harness/chain/in-process-chain';
import { pay } from './support/payment';

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

describe('blocks', () => {
  it('a block has an id that begins with its number and is derived from its header', () => {
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

  it('a block contains its packed transactions and their receipts', () => {
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

  it('a block has the merkle roots of its transactions and actions', () => {
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

  it('a block is signed by the scheduled producer', () => {
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

  it('a block is packed in the format of nodeos', () => {
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
