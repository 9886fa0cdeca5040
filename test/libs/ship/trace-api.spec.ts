import {
  ByteReader,
  bytesToHex,
  formatTimePointSec,
  formatBlockTimestamp,
  nameFromValue,
  readSignature,
  signatureText,
} from '@app/antelope';
import {
  decodeBlock,
  decodeResult,
  TRANSACTION_STATUS,
  type ActionTrace,
  type DecodedBlock,
  type TransactionTrace,
} from '@app/ship';
import { recordedFrames, recordedText } from '../../harness/ship/recorded-frames';

interface TracedTransaction {
  id: string;
  signatures: string[];
  transaction_header: Record<string, number | string>;
  [member: string]: unknown;
}

interface TracedBlock {
  number: number;
  transactions: TracedTransaction[];
  [member: string]: unknown;
}

const traced = JSON.parse(recordedText('trace_api.json')) as TracedBlock[];
const blocks = new Map(
  recordedFrames('session').map((frame) => {
    const result = decodeResult(frame);
    if (result.type !== 'get_blocks_result_v0') throw new Error(`unexpected ${result.type}`);
    const block = decodeBlock(result);
    return [block.thisBlock.blockNum, block] as const;
  }),
);

const bySequence = (left: ActionTrace, right: ActionTrace): number =>
  Number((left.receipt?.globalSequence ?? 0n) - (right.receipt?.globalSequence ?? 0n));

const actionJson = ({ receipt, receiver, act, returnValue }: ActionTrace) => ({
  global_sequence: Number(receipt?.globalSequence),
  receiver: nameFromValue(receiver),
  account: nameFromValue(act.account),
  action: nameFromValue(act.name),
  authorization: act.authorization.map(({ actor, permission }) => ({
    account: nameFromValue(actor),
    permission: nameFromValue(permission),
  })),
  data: bytesToHex(act.data),
  return_value: bytesToHex(returnValue ?? new Uint8Array()),
});

/** The header of a transaction; the implicit onblock has none in its trace. */
const headerJson = ({ partial }: TransactionTrace) =>
  partial && {
    expiration: formatTimePointSec(partial.expiration),
    ref_block_num: partial.refBlockNum,
    ref_block_prefix: partial.refBlockPrefix,
    max_net_usage_words: partial.maxNetUsageWords,
    max_cpu_usage_ms: partial.maxCpuUsageMs,
    delay_sec: partial.delaySec,
  };

const transactionJson = (trace: TransactionTrace) => ({
  id: bytesToHex(trace.id),
  status: TRANSACTION_STATUS[trace.status],
  cpu_usage_us: trace.cpuUsageUs,
  net_usage_words: trace.netUsageWords,
  signatures: (trace.partial?.signatures ?? []).map((bytes) =>
    signatureText(readSignature(new ByteReader(bytes))),
  ),
  actions: [...trace.actionTraces].sort(bySequence).map(actionJson),
});

const blockJson = ({ thisBlock, block, traces }: DecodedBlock) => ({
  id: bytesToHex(thisBlock.blockId),
  number: thisBlock.blockNum,
  previous_id: bytesToHex(block!.previous),
  timestamp: `${formatBlockTimestamp(block!.timestamp)}Z`,
  producer: nameFromValue(block!.producer),
  transaction_mroot: bytesToHex(block!.transactionMroot),
  action_mroot: bytesToHex(block!.actionMroot),
  schedule_version: block!.scheduleVersion,
  transactions: traces.map(transactionJson),
});

test.each(traced.map((block) => [block.number, block] as const))(
  'block %d of the recorded session equals trace_api get_block of the same node',
  (number, expected) => {
    expect(expected).toMatchObject(blockJson(blocks.get(number)!));
  },
);

test.each(traced.map(({ number, transactions }) => [number, transactions] as const))(
  'the transaction headers of block %d equal those of trace_api get_block',
  (number, transactions) => {
    const { traces } = blocks.get(number)!;
    const headers = traces.slice(1).map(headerJson);
    expect(headers).toEqual(transactions.slice(1).map((transaction) => transaction.transaction_header));
    expect(traces[0]!.actionTraces.map(({ act }) => nameFromValue(act.name))).toEqual(['onblock']);
  },
);

test('the recorded answers of trace_api hold 84 actions', () => {
  const actions = traced.flatMap(({ transactions }) => transactions.flatMap((each) => each.actions));
  expect(actions).toHaveLength(84);
});
