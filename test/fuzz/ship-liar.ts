import { ByteWriter, nameToValue } from '@app/antelope';
import {
  type ActionTrace,
  type BlockPosition,
  decodeDeltas,
  decodeResult,
  decodeTraces,
  type DeltaRow,
  encodeDeltas,
  encodeResult,
  encodeTraces,
  type GetBlocksResult,
  type ShipStatus,
  type TableDelta,
} from '@app/ship';
import { BROKEN_ABIS, HOSTILE_ABIS } from '../../libs/antelope/testing/hostile-abis';
import { HOSTILE_DATA } from '../../libs/antelope/testing/hostile-data';
import { foreignBlocks } from './foreign-blocks';
import type { Seeded } from '../harness/seeded';

const EOSIO = nameToValue('eosio');
const TABLES = [
  'account',
  'contract_row',
  'permission',
  'permission_link',
  'code',
  'resource_usage',
  'nosuch',
];
const NUMBERS = [0, 1, 2, 127, 0x7fffffff, 0xffffffff];
const SEQUENCES = [0n, 1n, 5n, 2n ** 32n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n];
const TEXTS = ['', '{', '[1', '{"version":', `${'['.repeat(100_000)}`, `{"a":${'{"a":'.repeat(50_000)}`];

/** A lie about a block: the messages that are sent in its place. */
type Lie = (honest: GetBlocksResult, liar: ShipLiar) => readonly Uint8Array[];

const blocksMessage = (block: GetBlocksResult): Uint8Array =>
  encodeResult({ type: 'get_blocks_result_v0', ...block });

/** A message with other members. */
const changed =
  (change: (honest: GetBlocksResult, liar: ShipLiar) => Partial<GetBlocksResult>): Lie =>
  (honest, liar) => [blocksMessage({ ...honest, ...change(honest, liar) })];

/** A message whose actions, or rows, are others. */
const withActions = (change: (action: ActionTrace, liar: ShipLiar) => ActionTrace): Lie =>
  changed(({ traces }, liar) => {
    if (traces === undefined) return {};
    const lied = decodeTraces(traces).map((trace) => ({
      ...trace,
      actionTraces: trace.actionTraces.map((action) => change(action, liar)),
    }));
    return { traces: encodeTraces(lied) };
  });
const withRows = (change: (row: DeltaRow, liar: ShipLiar, table: TableDelta) => DeltaRow): Lie =>
  changed(({ deltas }, liar) => {
    if (deltas === undefined) return {};
    const lied = decodeDeltas(deltas).map((table) => ({
      ...table,
      rows: table.rows.map((row) => (liar.random.chance(2) ? change(row, liar, table) : row)),
    }));
    return { deltas: encodeDeltas(lied) };
  });

/** The messages that a hostile state-history server sends in place of a block. */
export const SHIP_LIES: Readonly<Record<string, Lie>> = {
  'a message that is cut': (honest, { random }) => {
    const frame = blocksMessage(honest);
    return [frame.subarray(0, random.integer(frame.length))];
  },
  'changed bits': (honest, liar) => [liar.flipped(blocksMessage(honest))],
  'an unknown variant': (_, { random }) => [Uint8Array.of(2 + random.integer(120), 0, 0)],
  'a status': (_, liar) => [encodeResult({ type: 'get_status_result_v0', ...liar.status() })],
  'an empty message': () => [new Uint8Array()],
  'huge counts': (honest, { random }) => {
    const frame = Buffer.from(blocksMessage(honest));
    frame.fill(0xff, random.integer(frame.length)).writeUInt8(0x0f, frame.length - 1);
    return [frame];
  },
  'the block twice': (honest) => [blocksMessage(honest), blocksMessage(honest)],
  nothing: () => [],
  'another block of the chain': (_, liar) => [blocksMessage(liar.anyBlock())],
  'a block of another chain': (_, liar) => [blocksMessage(liar.random.oneOf(foreignBlocks()))],
  'no block': changed(() => ({ thisBlock: undefined })),
  'no section': changed((_, { random }) => ({ [random.oneOf(['block', 'traces', 'deltas'])]: undefined })),
  'another id': changed(({ thisBlock }, liar) => ({ thisBlock: liar.otherId(thisBlock) })),
  'another parent': changed(({ prevBlock }, liar) => ({ prevBlock: liar.otherId(prevBlock) })),
  'another head': changed(({ head }, liar) => ({ head: liar.otherPosition(head) })),
  'another irreversible block': changed(({ lastIrreversible }, liar) => ({
    lastIrreversible: liar.otherPosition(lastIrreversible),
  })),
  'the sections of another block': changed((_, liar) => {
    const { block, traces, deltas } = liar.anyBlock();
    return liar.random.oneOf([{ block }, { traces }, { deltas }, { traces, deltas }]);
  }),
  'changed bits in a section': changed((honest, liar) => {
    const section = liar.random.oneOf(['block', 'traces', 'deltas'] as const);
    const bytes = honest[section];
    return bytes === undefined ? {} : { [section]: liar.flipped(bytes) };
  }),
  'rows of other types': withRows((_, liar) => ({ present: 1, data: liar.bytes(liar.random.integer(80)) })),
  'removed rows': withRows((row) => ({ ...row, present: 0 })),
  'rows with changed bits': withRows((row, liar) => ({ ...row, data: liar.flipped(row.data) })),
  'rows of other tables': changed(({ deltas }, { random }) => {
    const tables = deltas === undefined ? [] : decodeDeltas(deltas);
    return { deltas: encodeDeltas(tables.map((table) => ({ ...table, name: random.oneOf(TABLES) }))) };
  }),
  'hostile ABIs': withActions((action, liar) => ({
    ...action,
    act: { ...action.act, account: EOSIO, name: nameToValue('setabi'), data: liar.setabi() },
  })),
  'hostile data of actions': withActions((action, { random }) => {
    const { account, name, data } = random.oneOf(HOSTILE_DATA);
    return {
      ...action,
      act: { ...action.act, account: nameToValue(account), name: nameToValue(name), data },
    };
  }),
  'actions with other data': withActions((action, liar) => ({
    ...action,
    act: { ...action.act, data: liar.bytes(liar.random.integer(300)) },
  })),
  'system actions with other data': withActions((action, liar) => ({
    ...action,
    act: {
      ...action.act,
      account: EOSIO,
      name: nameToValue(liar.random.oneOf(['newaccount', 'setabi', 'updateauth', 'linkauth', 'propose'])),
      data: liar.bytes(liar.random.integer(120)),
    },
  })),
  'other ordinals and sequences': withActions((action, { random }) => ({
    ...action,
    actionOrdinal: random.oneOf(NUMBERS),
    creatorActionOrdinal: random.oneOf(NUMBERS),
    ...(action.receipt && {
      receipt: {
        ...action.receipt,
        globalSequence: random.oneOf(SEQUENCES),
        recvSequence: random.oneOf(SEQUENCES),
      },
    }),
  })),
  'other transactions': changed(({ traces }, liar) => {
    if (traces === undefined) return {};
    const [first, ...rest] = decodeTraces(traces);
    const failed = first && { ...first, failedDtrxTrace: { ...first, failedDtrxTrace: first } };
    const lied = [first, failed, ...rest].filter((trace) => trace !== undefined);
    for (const trace of lied) trace.status = liar.random.integer(7);
    return { traces: encodeTraces(lied) };
  }),
};

/** A state-history server that lies about some blocks of a recorded chain. The same seed tells the same lies. */
export class ShipLiar {
  /** Titles of the lies so far. */
  readonly told: string[] = [];

  constructor(
    readonly random: Seeded,
    private readonly honest: { readonly blocks: readonly GetBlocksResult[]; status(): ShipStatus },
  ) {}

  /** The messages in place of a block. */
  lie(frame: Uint8Array): readonly Uint8Array[] {
    const honest = decodeResult(frame);
    if (honest.type !== 'get_blocks_result_v0') return [frame];
    const title = this.random.oneOf(Object.keys(SHIP_LIES));
    this.told.push(title);
    return SHIP_LIES[title]?.(honest, this) ?? [];
  }

  /** The first message, where the ABI of the protocol is expected. */
  greeting(): string {
    return this.random.oneOf(TEXTS);
  }

  status(): ShipStatus {
    const status = this.honest.status();
    const { random } = this;
    return {
      ...status,
      head: random.chance(2) ? this.otherPosition(status.head) : status.head,
      lastIrreversible: random.chance(2)
        ? this.otherPosition(status.lastIrreversible)
        : status.lastIrreversible,
      traceBeginBlock: random.chance(3) ? random.oneOf(NUMBERS) : status.traceBeginBlock,
      traceEndBlock: random.chance(3) ? random.oneOf(NUMBERS) : status.traceEndBlock,
      chainStateBeginBlock: random.chance(3) ? random.oneOf(NUMBERS) : status.chainStateBeginBlock,
      chainStateEndBlock: random.chance(3) ? random.oneOf(NUMBERS) : status.chainStateEndBlock,
    };
  }

  anyBlock(): GetBlocksResult {
    return this.random.oneOf(this.honest.blocks);
  }

  otherId(position: BlockPosition | undefined): BlockPosition | undefined {
    return position && { ...position, blockId: this.flipped(position.blockId) };
  }

  /** Another number, the id of another block, or both. */
  otherPosition(position: BlockPosition): BlockPosition {
    const { random } = this;
    const other = this.anyBlock().thisBlock ?? position;
    const blockNum = random.oneOf([...NUMBERS, other.blockNum]);
    const named = Buffer.from(position.blockId);
    named.writeUInt32BE(blockNum);
    return random.oneOf([other, { blockNum, blockId: named }, { ...position, blockNum }]);
  }

  /** The same bytes with one to four bits changed. */
  flipped(bytes: Uint8Array): Uint8Array {
    const sent = Buffer.from(bytes);
    for (let left = sent.length === 0 ? 0 : 1 + this.random.integer(4); left > 0; left--) {
      const at = this.random.integer(sent.length);
      sent[at] = (sent[at] ?? 0) ^ (1 << this.random.integer(8));
    }
    return sent;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.random.integer(256));
  }

  setabi(): Uint8Array {
    const { raw } = this.random.oneOf([...HOSTILE_ABIS, ...BROKEN_ABIS]);
    const writer = new ByteWriter();
    writer.uint64(this.random.oneOf([EOSIO, nameToValue('eosio.token'), nameToValue('alice')]));
    writer.prefixed(raw);
    return writer.finish();
  }
}
