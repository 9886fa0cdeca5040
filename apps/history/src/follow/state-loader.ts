import { equalBytes, ValueError } from '@app/antelope';
import { createHash } from 'node:crypto';
import type { Clock } from '@app/operations';
import type { BlockPosition } from '@app/ship';
import type { BlockWrites, ProposalEvent } from '../derive/block-writes';
import type { LoadedState } from '../derive/derivation';
import { isSystemOwner } from '../derive/whole-state';
import type { HistoryWriter, StateLoad } from '../store/port';
import type { BlockDerivation, LoadListener } from './block-derivation';
import { CatchUp } from './catch-up';
import { OtherStateError } from './follow-errors';
import type { StateRows, StateStream } from '../derive/state-rows';

/** A whole state that can be loaded. */
export interface LoadableState {
  readonly stream: StateStream;
  /** Part of the stream that was read, 0 to 1, for the time that is left. */
  readonly fraction: () => number;
}

/** The block of a state. */
export interface StateBlock extends BlockPosition {
  /** Slot of its time; 0: it is known with the next block. */
  readonly timestamp: number;
}

/** Approvals of large chains are some thousands. */
const MAX_HELD = 1_000_000;
const NO_DIGEST = new Uint8Array(32);

/**
 * Writes the whole state of the first block of a store in parts, each in a transaction. The store has the number of the
 * parts and a digest of their content, so another attempt continues behind them; where it reads another state, all parts
 * are removed.
 */
export class StateLoader {
  readonly #rate = new CatchUp();

  constructor(
    private readonly writer: HistoryWriter,
    private readonly derivation: BlockDerivation,
    private readonly listener: LoadListener,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /** Throws OtherStateError when the state is another one than that of which parts are stored. */
  async load({ stream, fraction }: LoadableState, block: StateBlock): Promise<LoadedState> {
    const stored = await this.#stored(block);
    const order = new ProposalOrder();
    let read = { ...emptyLoad(block) };
    let [hasProperties, hasSystem] = [false, false];
    this.#rate.start(this.clock.monotonicMs());
    for await (const part of stream) {
      const writes = order.inOrder(this.derivation.derivePart(block, block.timestamp, part));
      hasProperties ||= part.table === 'global_property';
      hasSystem ||= writes.permissions.some(isSystemOwner);
      read = afterPart(read, part, writes);
      if (read.parts > stored.parts) {
        await this.#write(writes, read, fraction());
        this.#rate.note(part.rows.length, this.clock.monotonicMs());
      } else if (read.parts === stored.parts) await this.#requireSame(read, stored);
    }
    if (read.parts < stored.parts) await this.#requireSame(read, stored);
    const late = order.late(this.derivation.derivePart(block, block.timestamp, NO_ROWS));
    // Written again by another attempt, it changes nothing.
    if (late !== undefined) await this.#write(late, read, 1);
    return { isWhole: hasProperties && hasSystem, digest: read.digest };
  }

  /** The parts of the block that are stored. */
  async #stored(block: StateBlock): Promise<StateLoad> {
    const stored = await this.writer.loading();
    if (stored === undefined) return emptyLoad(block);
    if (stored.num === block.blockNum && equalBytes(stored.id, block.blockId)) return stored;
    await this.writer.dropLoad();
    return emptyLoad(block);
  }

  async #write(writes: BlockWrites, read: StateLoad, fraction: number): Promise<void> {
    const remainingRows = fraction > 0 ? Math.round((read.rows * (1 - fraction)) / fraction) : 0;
    const nowMs = this.clock.monotonicMs();
    const { remainingSeconds = 0 } = this.#rate.progressOf(remainingRows, nowMs) ?? {};
    const load = { ...read, remainingRows, remainingSeconds };
    await this.writer.loadPart(writes, load);
    this.listener.loaded(load);
  }

  async #requireSame(read: StateLoad, stored: StateLoad): Promise<void> {
    if (read.parts === stored.parts && equalBytes(read.digest, stored.digest)) {
      this.listener.loaded(stored);
      return;
    }
    await this.writer.dropLoad();
    throw new OtherStateError(
      `the state of block ${String(stored.num)} is another one than that which was begun: it is loaded from its first row on`,
    );
  }
}

const NO_ROWS: StateRows = { table: 'contract_row', rows: [] };

const emptyLoad = ({ blockNum, blockId }: BlockPosition): StateLoad => ({
  num: blockNum,
  id: blockId,
  parts: 0,
  rows: 0,
  deltas: 0,
  digest: NO_DIGEST,
  remainingRows: 0,
  remainingSeconds: 0,
});

function afterPart(load: StateLoad, { table, rows }: StateRows, { deltas }: BlockWrites): StateLoad {
  const digest = createHash('sha256').update(load.digest).update(table);
  const length = Buffer.alloc(4);
  for (const row of rows) {
    length.writeUInt32LE(row.length);
    digest.update(length).update(row);
  }
  return {
    ...load,
    parts: load.parts + 1,
    rows: load.rows + rows.length,
    deltas: load.deltas + deltas.length,
    digest: digest.digest(),
  };
}

/** Holds approvals back until their proposal was seen: the rows of a state come in any order. */
class ProposalOrder {
  readonly #seen = new Set<string>();
  readonly #held: ProposalEvent[] = [];

  inOrder(writes: BlockWrites): BlockWrites {
    if (writes.proposals.length === 0) return writes;
    for (const event of writes.proposals) if (event.kind === 'proposed') this.#seen.add(keyOf(event));
    const isSeen = (event: ProposalEvent): boolean => this.#seen.has(keyOf(event));
    this.#held.push(...writes.proposals.filter((event) => !isSeen(event)));
    if (this.#held.length > MAX_HELD)
      throw new ValueError(`the state has more than ${String(MAX_HELD)} approvals before their proposals`);
    return { ...writes, proposals: writes.proposals.filter(isSeen) };
  }

  /** `part` with the approvals that came before their proposals; undefined: none did. */
  late(part: BlockWrites): BlockWrites | undefined {
    const proposals = this.#held.filter((event) => this.#seen.has(keyOf(event)));
    return proposals.length === 0 ? undefined : { ...part, proposals };
  }
}

const keyOf = ({ proposer, name }: ProposalEvent): string => `${String(proposer)} ${String(name)}`;
