import { decodeRow, type ContractRow, type DecodedBlock, type TableDelta } from '@app/ship';
import type { BlockDerivation } from '../../../apps/history/src/follow/block-derivation';
import type { BlockWrites, DeltaWrite } from '../../../apps/history/src/derive/block-writes';

const SLOT_MS = 500;
const NO_PARENT = new Uint8Array(32);

/** Blocks with their transactions and contract rows, and nothing else: enough to tell one chain from another. */
export const outlineDerivation: BlockDerivation = {
  resume: () => undefined,
  derive: (decoded: DecodedBlock): BlockWrites => ({
    block: {
      num: decoded.thisBlock.blockNum,
      id: decoded.thisBlock.blockId.slice(),
      previousId: decoded.prevBlock?.blockId.slice() ?? NO_PARENT,
      timeMs: (decoded.block?.timestamp ?? 0) * SLOT_MS,
      producer: decoded.block?.producer ?? 0n,
      scheduleVersion: decoded.block?.scheduleVersion ?? 0,
      cpuUsageUs: 0,
      netUsageWords: 0,
    },
    transactions: decoded.traces.map((trace) => ({
      id: trace.id.slice(),
      status: 'executed',
      cpuUsageUs: trace.cpuUsageUs,
      netUsageWords: trace.netUsageWords,
      header: undefined,
      signatures: [],
    })),
    actions: [],
    deltas: decoded.deltas.flatMap(contractRows),
    tokens: [],
    permissions: [],
    links: [],
    createdAccounts: [],
    proposals: [],
    voters: [],
    schedules: [],
    missedBlocks: [],
    abis: [],
  }),
};

const contractRows = ({ name, rows }: TableDelta): DeltaWrite[] =>
  name === 'contract_row'
    ? rows.map(({ present, data }) => toDelta(decodeRow('contract_row', data), present > 0))
    : [];

const toDelta = (row: ContractRow, present: boolean): DeltaWrite => ({
  ...row,
  value: row.value.slice(),
  present,
});
