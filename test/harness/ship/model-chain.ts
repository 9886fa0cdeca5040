import { nameToValue, sha256 } from '@app/antelope';
import {
  actionDigest,
  actionRootOf,
  type BlockHeader,
  blockIdOf,
  encodeDeltas,
  encodeRow,
  encodeSignedBlock,
  encodeTraces,
  type ActionTrace,
  type BlockPosition,
  type GetBlocks,
  type GetBlocksResult,
  type ShipStatus,
} from '@app/ship';
import type { BlockSource } from './ship-server';

interface ModelBlock {
  position: BlockPosition;
  parent: BlockPosition | undefined;
  block: Uint8Array;
  traces: Uint8Array | undefined;
  deltas: Uint8Array;
  /** Global sequence of the last action. */
  sequence: bigint;
}

const EOSIO = nameToValue('eosio');
const ZERO = new Uint8Array(32);
const LARGE_KEY = 2n ** 63n;
const SIGNATURE = new Uint8Array(66);

/** Announced by the header of block 2 and active behind it: one producer of all blocks. */
const SCHEDULE = { version: 1, producers: [{ producerName: EOSIO, blockSigningKey: new Uint8Array(34) }] };

/**
 * A chain of its own choosing behind a state-history server: it grows, forks, loses blocks and answers as the servers
 * of real nodes do. Each block has an onblock action and a row that holds the block's branch.
 */
export class ModelChain implements BlockSource {
  /** Numbers of blocks that the log of the node lacks: it sends the next one instead. */
  readonly lost = new Set<number>();
  /** Numbers of blocks that are sent once without the section. */
  readonly without = {
    block: new Set<number>(),
    traces: new Set<number>(),
    deltas: new Set<number>(),
  };
  /** Bytes of a further row in each block that is added. */
  rowBytes = 0;
  /** True for nodes that miss a fork while a session has no credits, as Leap does. */
  missesForksWithoutCredits = false;
  /** Last block that is sent, as when the log of a node has a gap behind it. */
  stallsAfter = Infinity;
  firstNum = 1;
  /** With more than one, slots between two blocks stay empty. */
  slotsPerBlock = 1;
  /** The header of a block that is added: another one for a chain with instant finality. */
  headerOf: (header: BlockHeader, num: number) => BlockHeader = (header) => header;
  chainId: Uint8Array | undefined = sha256(Buffer.from('model chain'));
  irreversibleNum = 0;
  readonly #blocks = new Map<number, ModelBlock>();
  readonly #cursors = new Set<{ num: number; creditsOf: () => number }>();
  #branch = 0;
  #headNum = 0;

  get head(): BlockPosition {
    return this.positionOf(this.#headNum);
  }

  positionOf(num: number): BlockPosition {
    return this.#blocks.get(num)?.position ?? { blockNum: num, blockId: ZERO };
  }

  /** Global sequence of the last action of a block. */
  sequenceOf(num: number): bigint {
    return this.#blocks.get(num)?.sequence ?? 0n;
  }

  /** Ids of the blocks from the first to the head. */
  get ids(): Uint8Array[] {
    return Array.from(
      { length: this.#headNum - this.firstNum + 1 },
      (_, index) => this.positionOf(this.firstNum + index).blockId,
    );
  }

  extend(count: number, lag = 3): void {
    for (let added = 0; added < count; added++) this.#add(this.#headNum + 1);
    this.irreversibleNum = Math.max(this.irreversibleNum, this.#headNum - lag);
  }

  /** Replaces the last `depth` blocks by `count` others. */
  fork(depth: number, count: number): void {
    const forkNum = this.#headNum - depth + 1;
    for (let num = forkNum; num <= this.#headNum; num++) this.#blocks.delete(num);
    this.#headNum = forkNum - 1;
    this.#branch += 1;
    for (const cursor of this.#cursors)
      if (!this.missesForksWithoutCredits || cursor.creditsOf() > 0)
        cursor.num = Math.min(cursor.num, forkNum);
    for (let added = 0; added < count; added++) this.#add(this.#headNum + 1);
  }

  /** Begins again with another branch and an empty log, whatever was irreversible. */
  restart(count: number): void {
    this.irreversibleNum = 0;
    this.fork(this.#headNum, count);
  }

  status(): ShipStatus {
    const hasBlocks = this.#headNum >= this.firstNum;
    const end = hasBlocks ? this.#headNum + 1 : 0;
    return {
      head: this.head,
      lastIrreversible: this.positionOf(this.irreversibleNum),
      traceBeginBlock: hasBlocks ? Math.max(2, this.firstNum) : 0,
      traceEndBlock: end,
      chainStateBeginBlock: hasBlocks ? this.firstNum : 0,
      chainStateEndBlock: end,
      ...(this.chainId === undefined ? {} : { chainId: this.chainId }),
    };
  }

  open(request: GetBlocks, creditsOf: () => number): () => GetBlocksResult | undefined {
    const differing = request.havePositions.filter(
      ({ blockNum, blockId }) =>
        blockNum < request.startBlockNum && Buffer.compare(this.positionOf(blockNum).blockId, blockId) !== 0,
    );
    const start = Math.min(request.startBlockNum, ...differing.map(({ blockNum }) => blockNum));
    const cursor = { num: Math.max(start, this.firstNum), creditsOf };
    this.#cursors.add(cursor);
    const lastWanted = request.endBlockNum - 1;
    return () =>
      this.#next(
        cursor,
        Math.min(lastWanted, request.irreversibleOnly ? this.irreversibleNum : this.#headNum),
      );
  }

  #next(cursor: { num: number }, last: number): GetBlocksResult | undefined {
    while (this.lost.has(cursor.num)) cursor.num += 1;
    const found = cursor.num > Math.min(last, this.stallsAfter) ? undefined : this.#blocks.get(cursor.num);
    if (found === undefined) return undefined;
    cursor.num += 1;
    const { position, parent, block, traces, deltas } = found;
    return {
      head: this.head,
      lastIrreversible: this.positionOf(this.irreversibleNum),
      thisBlock: position,
      prevBlock: parent,
      block: this.without.block.delete(position.blockNum) ? undefined : block,
      traces: this.without.traces.delete(position.blockNum) ? undefined : traces,
      deltas: this.without.deltas.delete(position.blockNum) ? undefined : deltas,
    };
  }

  #add(num: number): void {
    const parent = num === 1 ? undefined : this.positionOf(num - 1);
    const sequence = this.sequenceOf(num - 1) + 1n;
    const traces = num === 1 ? [] : [onblock(sequence)];
    const header = this.headerOf(this.#headerOf(num, parent?.blockId ?? ZERO), num);
    const block = { ...header, actionMroot: actionRootOf(traces) };
    this.#headNum = num;
    this.#blocks.set(num, {
      position: { blockNum: num, blockId: blockIdOf(block) },
      parent,
      sequence,
      block: encodeSignedBlock({
        ...block,
        producerSignature: SIGNATURE,
        transactions: [],
        blockExtensions: [],
      }),
      traces: num === 1 ? undefined : encodeTraces(traces),
      deltas: encodeDeltas([this.#rowDelta(num)]),
    });
  }

  /** Blocks of one number differ by their branch, which is the number of confirmed blocks. */
  #headerOf(num: number, previous: Uint8Array): BlockHeader {
    return {
      timestamp: num * this.slotsPerBlock,
      producer: EOSIO,
      confirmed: this.#branch,
      previous,
      transactionMroot: ZERO,
      actionMroot: ZERO,
      scheduleVersion: num > 2 ? SCHEDULE.version : 0,
      ...(num === 2 ? { newProducers: SCHEDULE } : {}),
      headerExtensions: [],
    };
  }

  /** One row per block, and one that every block changes: it names the branch of the last one. */
  #rowDelta(num: number) {
    const row = (primaryKey: bigint, value = Uint8Array.of(this.#branch & 0xff, num & 0xff)) =>
      encodeRow('contract_row', {
        code: EOSIO,
        scope: EOSIO,
        table: nameToValue('branch'),
        primaryKey,
        payer: EOSIO,
        value,
      });
    const rows = [0n, BigInt(num)].map((primaryKey) => ({ present: 1, data: row(primaryKey) }));
    if (this.rowBytes > 0) rows.push({ present: 1, data: row(LARGE_KEY, new Uint8Array(this.rowBytes)) });
    return { version: 0 as const, name: 'contract_row', rows };
  }
}

function onblock(sequence: bigint) {
  const act = { account: EOSIO, name: nameToValue('onblock'), authorization: [], data: new Uint8Array() };
  const trace: ActionTrace = {
    actionOrdinal: 1,
    creatorActionOrdinal: 0,
    receipt: {
      receiver: EOSIO,
      actDigest: actionDigest(act),
      globalSequence: sequence,
      recvSequence: sequence,
      authSequence: [],
      codeSequence: 0,
      abiSequence: 0,
    },
    receiver: EOSIO,
    act,
    contextFree: false,
    elapsed: 0n,
    console: new Uint8Array(),
    accountRamDeltas: [],
    returnValue: new Uint8Array(),
  };
  return {
    id: sha256(Buffer.from(String(sequence))),
    status: 0,
    cpuUsageUs: 100,
    netUsageWords: 0,
    elapsed: 0n,
    netUsage: 0n,
    scheduled: false,
    actionTraces: [trace],
  };
}
