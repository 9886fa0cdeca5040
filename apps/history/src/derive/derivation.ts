import { ValueError } from '@app/antelope';
import type { BlockPosition, DecodedBlock, SignedBlock } from '@app/ship';
import { abiWrites } from './abis';
import type { BlockHeader, BlockWrites, ProposerPolicies } from './block-writes';
import type { ChainTail } from './chain-tail';
import { contractRows, rowsOf } from './contract-rows';
import { createdAccounts } from './created-accounts';
import { linkWrites } from './links';
import { mergedActions } from './merged-actions';
import { permissionWrites } from './permissions';
import { ProducerSlots } from './producer-slots';
import { proposalEvents } from './proposals';
import { finalityOf, scheduleWrites } from './schedules';
import { slotTimeMs } from './slots';
import type { StateRows } from './state-rows';
import { stateBlockAt } from './state-only-block';
import { tokenWrites } from './tokens';
import type { TradeLayout } from './trade-layout';
import { tradeWrites } from './trades';
import { transactionWrites } from './transactions';
import { voterWrites } from './voters';
import { isWholeState } from './whole-state';

/** The state of the first block of a store after its rows were written in parts. */
export interface LoadedState {
  /** Whether it is the whole state. */
  readonly isWhole: boolean;
  /** Of all parts. */
  readonly digest: Uint8Array;
  /** The producers behind the block, with instant finality, where they are known. */
  readonly policies?: ProposerPolicies | undefined;
}

/** Makes the writes of blocks that follow each other. Throws ValueError for rows that cannot be read. */
export class Derivation {
  readonly #slots = new ProducerSlots();

  /** @param trades where the exchange keeps its trades; undefined: no trades are written */
  constructor(private readonly trades?: TradeLayout) {}

  /** Continues behind the last block of a store; undefined for an empty one, whose first block may be a snapshot. */
  resume(tail: ChainTail | undefined): void {
    this.#slots.resume(tail);
  }

  /** @param loaded the state of the block, whose rows came before it in parts; it is the first of the store */
  derive(decoded: DecodedBlock, loaded?: LoadedState): BlockWrites {
    const isFirst = this.#slots.isEmpty;
    const isSnapshot = isFirst && (loaded?.isWhole ?? isWholeState(decoded.deltas));
    const writes = deriveBlock(decoded, isSnapshot, this.trades);
    if (loaded?.policies !== undefined) this.#slots.begin(loaded.policies);
    return {
      ...this.completed(writes),
      ...(isFirst && !isSnapshot ? { beginsInTheMiddle: true } : {}),
      ...(loaded === undefined ? {} : { loadedDigest: loaded.digest }),
    };
  }

  /** The writes of rows of the whole state of a block; only their number and time are those of the block. */
  derivePart(position: BlockPosition, timestamp: number, { table, rows }: StateRows): BlockWrites {
    const present = rows.map((data) => ({ present: 1, data }));
    const part: DecodedBlock = {
      ...{ head: position, lastIrreversible: position, thisBlock: position },
      block: stateBlockAt(timestamp),
      traces: [],
      deltas: [{ version: 0, name: table, rows: present }],
    };
    return deriveBlock(part, true, this.trades);
  }

  /** The writes of a block apart from those before it: `completed` adds what depends on them. It is not the first of the store. */
  deriveAlone(decoded: DecodedBlock): BlockWrites {
    return deriveBlock(decoded, false, this.trades);
  }

  /** The writes of the next block with what depends on the blocks before it. */
  completed(writes: BlockWrites): BlockWrites {
    return { ...writes, ...this.#slots.ordered(writes) };
  }
}

/**
 * The writes of one block save for what depends on the blocks before it: its `missedBlocks`, and the schedules of instant
 * finality. Throws ValueError for rows that cannot be read.
 * @param isSnapshot whether it is the first block of the store, and its deltas are the whole state
 */
function deriveBlock(decoded: DecodedBlock, isSnapshot: boolean, trades?: TradeLayout): BlockWrites {
  try {
    return writesOf(decoded, isSnapshot, trades);
  } catch (error) {
    // Numbers of a message that stand for nothing.
    if (error instanceof RangeError) throw new ValueError(error.message, '', { cause: error });
    throw error;
  }
}

function writesOf(decoded: DecodedBlock, isSnapshot: boolean, trades: TradeLayout | undefined): BlockWrites {
  const signed = decoded.block;
  if (signed === undefined) throw new Error(`block ${decoded.thisBlock.blockNum} came without its header`);
  const block = headerOf(decoded, signed);
  const actions = mergedActions(decoded.traces);
  const deltas = contractRows(decoded.deltas);
  const finality = finalityOf(signed);
  return {
    block,
    transactions: transactionWrites(decoded.traces),
    actions,
    deltas,
    tokens: tokenWrites(deltas),
    permissions: permissionWrites(rowsOf(decoded.deltas, 'permission')),
    links: linkWrites(rowsOf(decoded.deltas, 'permission_link')),
    createdAccounts: createdAccounts(actions),
    proposals: proposalEvents(actions, deltas, block.timeMs, isSnapshot),
    voters: voterWrites(deltas),
    schedules: scheduleWrites(decoded, signed, isSnapshot),
    missedBlocks: [],
    ...(finality === undefined ? {} : { finality }),
    trades: tradeWrites(trades, deltas),
    abis: abiWrites(actions, isSnapshot ? rowsOf(decoded.deltas, 'account') : []),
  };
}

const headerOf = ({ thisBlock, traces }: DecodedBlock, signed: SignedBlock): BlockHeader => ({
  num: thisBlock.blockNum,
  id: thisBlock.blockId,
  previousId: signed.previous,
  timeMs: slotTimeMs(signed.timestamp),
  producer: signed.producer,
  scheduleVersion: signed.scheduleVersion,
  transactionMroot: signed.transactionMroot,
  actionMroot: signed.actionMroot,
  cpuUsageUs: traces.reduce((sum, { cpuUsageUs }) => sum + cpuUsageUs, 0),
  netUsageWords: traces.reduce((sum, { netUsageWords }) => sum + netUsageWords, 0),
});
