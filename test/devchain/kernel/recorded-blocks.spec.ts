import {
  ByteReader,
  hexToBytes,
  merkleRoot,
  parsePublicKey,
  parseSignature,
  parseTimePoint,
  publicKeyText,
  recoverPublicKey,
} from '@app/antelope';
import {
  blockId,
  packHeader,
  readHeader,
  refBlockPrefix,
} from '../../../apps/devchain/src/kernel/blocks/block-header';
import { transactionReceiptDigest } from '../../../apps/devchain/src/kernel/blocks/block-transaction';
import {
  announcedSchedule,
  blockSigningDigest,
  scheduleChange,
  scheduleDigest,
} from '../../../apps/devchain/src/kernel/blocks/producer-schedule';
import { actDigest, actionReceiptDigest } from '../../../apps/devchain/src/kernel/execution/digests';
import type { BlockHeader } from '../../../apps/devchain/src/kernel/blocks/block-record';
import type { PackedTransactionInput } from '../../../apps/devchain/src/kernel/transactions/packed-transaction';
import type { ProducerScheduleRecord } from '../../../apps/devchain/src/kernel/blocks/producer-record';
import type { ActionData } from '../../../apps/devchain/src/kernel/sdk/action-data';
import { describeRecordings, objectsIn } from '../../harness/recordings';

interface RecordedHeader {
  timestamp: string;
  producer: string;
  confirmed: number;
  previous: string;
  transaction_mroot: string;
  action_mroot: string;
  schedule_version: number;
  producer_signature: string;
  new_producers?: unknown;
  header_extensions?: [id: number, data: string][];
}

interface RecordedBlock extends RecordedHeader {
  id: string;
  block_num: number;
  ref_block_prefix: number;
  transactions: {
    status: 'executed';
    cpu_usage_us: number;
    net_usage_words: number;
    trx: RecordedTransaction | string;
  }[];
}

interface RecordedTransaction {
  signatures: string[];
  compression: PackedTransactionInput['compression'];
  packed_context_free_data: string;
  packed_trx: string;
}

interface RecordedState {
  id: string;
  block_num: number;
  header: RecordedHeader;
  blockroot_merkle: { _active_nodes: string[]; _node_count: number };
  active_schedule: RecordedSchedule;
  pending_schedule: { schedule_hash: string; schedule: RecordedSchedule };
  valid_block_signing_authority: [number, { keys: { key: string }[] }];
}

interface RecordedSchedule {
  version: number;
  producers: {
    producer_name: string;
    authority: [number, { threshold: number; keys: { key: string; weight: number }[] }];
  }[];
}

interface RecordedTrace {
  receipt: { act_digest: string };
  act: Omit<ActionData, 'data'> & { hex_data?: string; data: unknown };
  return_value_hex_data?: string;
}

const packed = (header: RecordedHeader): Uint8Array =>
  packHeader({
    timeMs: Number(parseTimePoint(header.timestamp) / 1000n),
    producer: header.producer,
    confirmed: header.confirmed,
    previous: header.previous,
    transactionMroot: header.transaction_mroot,
    actionMroot: header.action_mroot,
    scheduleVersion: header.schedule_version,
    extensions: (header.header_extensions ?? []).map(([id, data]) => ({ id, data: hexToBytes(data) })),
  });

const readHeaderOf = (header: RecordedHeader): BlockHeader => readHeader(new ByteReader(packed(header)));

const scheduleOf = ({ version, producers }: RecordedSchedule): ProducerScheduleRecord => ({
  version,
  producers: producers.map(({ producer_name: producer, authority: [, { threshold, keys }] }) => ({
    producer,
    threshold,
    keys: keys.map(({ key, weight }) => ({ key: parsePublicKey(key), weight })),
  })),
});

/** The formulas behind ids, roots and signatures, against the results of real chains. */
describeRecordings('recorded blocks of real chains', (recordings) => {
  const objects = recordings.flatMap(({ body }) => [...objectsIn(body)]);
  const pick = <T>(...members: string[]): T[] =>
    objects.filter((object) => members.every((member) => member in object)) as unknown as T[];

  const plainBlocks = pick<RecordedBlock>('transaction_mroot', 'id', 'transactions').filter(
    ({ new_producers: producers, header_extensions: extensions }) => !producers && !extensions?.length,
  );
  const states = pick<RecordedState>('blockroot_merkle', 'header').filter(
    ({ blockroot_merkle: { _node_count } }) => _node_count > 0,
  );
  const headers = pick<RecordedState>('blockroot_merkle', 'header').map((state) => ({
    ...state.header,
    id: state.id,
    block_num: state.block_num,
  }));
  const traces = pick<RecordedTrace>('receipt', 'act', 'return_value_hex_data').filter(
    ({ receipt, act }) => receipt?.act_digest !== undefined && act.hex_data !== undefined,
  );

  it('recorded blocks have the block ids that blockId computes', () => {
    expect(plainBlocks.length).toBeGreaterThanOrEqual(3);
    for (const block of plainBlocks) {
      expect(blockId(packed(block), block.block_num).toString('hex')).toBe(block.id);
      expect(refBlockPrefix(block.id)).toBe(block.ref_block_prefix);
    }
    for (const { id, block_num: num, ...header } of headers) {
      expect(blockId(packed(header), num).toString('hex')).toBe(id);
    }
    expect(headers.some(({ header_extensions: extensions }) => extensions!.length > 0)).toBe(true);
  });

  it('recorded blocks have schedule announcements that round-trip through packHeader and readHeader', () => {
    expect(states.length).toBeGreaterThanOrEqual(2);
    for (const { active_schedule: active, pending_schedule: pending } of states) {
      // The hash is of what the header carried; once active, the schedule is still the same.
      expect(pending.schedule).toEqual({ version: active.version, producers: [] });
      const schedule = scheduleOf(active);
      expect(scheduleDigest(schedule).toString('hex')).toBe(pending.schedule_hash);
      const change = scheduleChange(schedule);
      expect(change.id).toBe(1);
      const header = { ...readHeaderOf(plainBlocks[0]!), extensions: [change] };
      expect(announcedSchedule(header)).toEqual(schedule);
      expect(readHeader(new ByteReader(packHeader(header)))).toEqual(header);
    }
  });

  it('recorded blocks have the transaction roots that merkleRoot computes', () => {
    let checked = 0;
    for (const { transactions, transaction_mroot: root } of plainBlocks) {
      if (!transactions.every(({ trx }) => typeof trx !== 'string')) continue;
      const leaves = transactions.map(({ status, cpu_usage_us, net_usage_words, trx }) => {
        const { signatures, compression, ...data } = trx as RecordedTransaction;
        return transactionReceiptDigest({
          status,
          cpuUsageUs: cpu_usage_us,
          netUsageWords: net_usage_words,
          signatures: signatures.map(parseSignature),
          packed: {
            signatures,
            compression,
            packedContextFreeData: hexToBytes(data.packed_context_free_data),
            packedTrx: hexToBytes(data.packed_trx),
          },
        });
      });
      expect(Buffer.from(merkleRoot(leaves)).toString('hex')).toBe(root);
      if (transactions.length > 1) checked++;
    }
    expect(checked).toBeGreaterThanOrEqual(1);
  });

  it('recorded blocks are signed over the digest that blockSigningDigest computes', () => {
    expect(states.length).toBeGreaterThanOrEqual(2);
    for (const { header, blockroot_merkle: merkle, pending_schedule: pending, ...state } of states) {
      const root = hexToBytes(merkle._active_nodes.at(-1)!);
      const digest = blockSigningDigest(packed(header), root, hexToBytes(pending.schedule_hash));
      const signer = recoverPublicKey(digest, parseSignature(header.producer_signature));
      const [{ key }] = state.valid_block_signing_authority[1].keys as [{ key: string }];
      expect(publicKeyText(signer)).toBe(publicKeyText(parsePublicKey(key)));
    }
  });

  it('recorded blocks have action digests that actDigest computes', () => {
    expect(traces.length).toBeGreaterThanOrEqual(10);
    for (const { act, receipt, return_value_hex_data: returned = '' } of traces) {
      const data = hexToBytes(act.hex_data ?? '');
      expect(actDigest({ ...act, data }, hexToBytes(returned)).toString('hex')).toBe(receipt.act_digest);
    }
  });
});

describe('receipts', () => {
  it('the digest of a receipt changes with every member of the receipt', () => {
    const receipt = {
      receiver: 'alice',
      actDigest: 'ab'.repeat(32),
      globalSequence: 1,
      recvSequence: 2,
      authSequence: [['bob', 3]] as [string, number][],
      codeSequence: 4,
      abiSequence: 5,
    };
    const variants = [
      receipt,
      { ...receipt, receiver: 'bob' },
      { ...receipt, actDigest: 'ac'.repeat(32) },
      { ...receipt, globalSequence: 9 },
      { ...receipt, recvSequence: 9 },
      { ...receipt, authSequence: [] },
      { ...receipt, codeSequence: 9 },
      { ...receipt, abiSequence: 9 },
    ];
    const digests = variants.map((variant) => actionReceiptDigest(variant).toString('hex'));
    expect(new Set(digests).size).toBe(variants.length);
  });
});
