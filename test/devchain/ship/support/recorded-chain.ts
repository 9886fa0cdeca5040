import { decodeDeltas, decodeRow, isRowTable, type TableDelta } from '@app/ship';
import type { GenesisOptions } from '../../../../apps/devchain/src/genesis/genesis';
import { BlockRecorder } from '../../../../apps/devchain/src/ship/block-recorder';
import { InProcessChain } from '../../../harness/chain/in-process-chain';
import { ReplayedState } from '../../../harness/ship/replayed-state';

/** A change of a row, decoded. */
export interface Change {
  readonly table: string;
  readonly present: boolean;
  readonly row: object;
}

/** A development chain without HTTP whose history is recorded. */
export class RecordedChain extends InProcessChain {
  readonly recorder: BlockRecorder;

  constructor(options: Partial<GenesisOptions> = {}) {
    const recorders: BlockRecorder[] = [];
    super({ ...options, prepare: (chain) => recorders.push(new BlockRecorder(chain)) });
    this.recorder = recorders[0]!;
  }

  /** The deltas of a block, of the head by default. */
  deltas(num = this.chain.head().num): TableDelta[] {
    return decodeDeltas(this.recorder.log.read(num)!.entry.deltas!);
  }

  /** The changes of the newest block in these tables. */
  changes(...tables: readonly string[]): Change[] {
    return this.deltas().flatMap(({ name, rows }) =>
      rows
        .filter(() => tables.includes(name))
        .map(({ present, data }) => ({
          table: name,
          present: present === 1,
          row: isRowTable(name) ? decodeRow(name, data) : {},
        })),
    );
  }

  /** The sum of all deltas. */
  replayed(): ReplayedState {
    const state = new ReplayedState();
    for (let num = 1; num <= this.chain.head().num; num++) state.apply(this.deltas(num));
    return state;
  }
}
