import { type DecodedBlock, type SignedBlock } from '@app/ship';
import { abiWrites } from './abis';
import type { BlockHeader, BlockWrites, Name } from './block-writes';
import type { ChainTail } from './chain-tail';
import { contractRows, rowsOf } from './contract-rows';
import { createdAccounts } from './created-accounts';
import { linkWrites } from './links';
import { mergedActions } from './merged-actions';
import { missedBlocks } from './missed-blocks';
import { permissionWrites } from './permissions';
import { proposalEvents } from './proposals';
import { scheduleWrites } from './schedules';
import { slotTimeMs } from './slots';
import { tokenWrites } from './tokens';
import { transactionWrites } from './transactions';
import { voterWrites } from './voters';

/** Makes the writes of blocks that follow each other. Throws ValueError for rows that cannot be read. */
export class Derivation {
  private previousTimeMs: number | undefined;
  private producersOf = new Map<number, readonly Name[]>();

  /** Continues behind the last block of a store; undefined for an empty one, whose first block is a snapshot. */
  resume(tail: ChainTail | undefined): void {
    this.previousTimeMs = tail?.timeMs;
    this.producersOf = new Map(tail?.schedules.map(({ version, producers }) => [version, producers]));
  }

  derive(decoded: DecodedBlock): BlockWrites {
    const signed = decoded.block;
    if (signed === undefined) throw new Error(`block ${decoded.thisBlock.blockNum} came without its header`);
    const isSnapshot = this.previousTimeMs === undefined;
    const block = headerOf(decoded, signed);
    const actions = mergedActions(decoded.traces);
    const deltas = contractRows(decoded.deltas);
    const writes: BlockWrites = {
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
      missedBlocks:
        this.previousTimeMs === undefined
          ? []
          : missedBlocks(this.previousTimeMs, block, this.producersAt(block)),
      abis: abiWrites(actions, isSnapshot ? rowsOf(decoded.deltas, 'account') : []),
    };
    this.advance(writes);
    return writes;
  }

  /** Version 0 is that of the genesis: one producer, which no header announces. */
  private producersAt({ scheduleVersion, producer }: BlockHeader): readonly Name[] {
    return this.producersOf.get(scheduleVersion) ?? (scheduleVersion === 0 ? [producer] : []);
  }

  private advance({ block, schedules }: BlockWrites): void {
    this.previousTimeMs = block.timeMs;
    for (const { kind, version, producers } of schedules)
      if (kind === 'activated')
        this.producersOf.set(
          version,
          producers.map(({ name }) => name),
        );
    for (const version of this.producersOf.keys())
      if (version < block.scheduleVersion) this.producersOf.delete(version);
  }
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
