import { decodeBlock, decodeRow, encodeRow, type GlobalProperty } from '@app/ship';
import type { StateRows } from '../../../apps/history/src/derive/state-rows';
import type { SnapshotContent } from '../../harness/snapshots/written-snapshot';
import type { StateTables } from '../../harness/snapshots/state-sections';
import { recordedBlocks, statusOfRecording } from '../../harness/ship/recorded-source';

/** A genesis that no chain has. */
export const GENESIS = Buffer.from('genesis of a version 2 snapshot');

/** The first entry of a node that was started from a snapshot: the whole state of its chain. */
export function recordedState() {
  const [first, second] = recordedBlocks('snapshot');
  const { thisBlock, deltas } = decodeBlock(first!);
  const next = decodeBlock(second!).block!;
  const state: StateTables = new Map(deltas.map(({ name, rows }) => [name, rows.map(({ data }) => data)]));
  return {
    block: {
      num: thisBlock.blockNum,
      id: thisBlock.blockId,
      timestamp: next.timestamp - 1,
      scheduleVersion: next.scheduleVersion,
    },
    state,
    chainId: statusOfRecording('snapshot').chainId!,
  };
}

/** The state as a node of the time of a version of snapshots sends it. */
export function stateOfVersion(state: StateTables, version: number): StateTables {
  const rows = (state.get('global_property') ?? []).map((data) =>
    encodeRow('global_property', propertyOfVersion(decodeRow('global_property', data), version)),
  );
  return new Map([...state, ['global_property', rows]]);
}

function propertyOfVersion(row: GlobalProperty, version: number): GlobalProperty {
  if (row.version === 0) throw new Error('the recorded node is of before EOSIO 2.0');
  const { proposedSchedule, wasmConfiguration, ...others } = row;
  const { maxActionReturnValueSize, ...configurationV0 } = row.configuration;
  const configuration = version < 5 ? configurationV0 : { ...configurationV0, maxActionReturnValueSize };
  if (version > 2)
    return {
      ...{ ...others, proposedSchedule, configuration },
      ...(version > 3 ? { wasmConfiguration } : {}),
    };
  const producers = proposedSchedule.producers.map(({ producerName, authority }) => ({
    producerName,
    blockSigningKey: authority.keys[0]!.key,
  }));
  return {
    version: 0,
    proposedScheduleBlockNum: row.proposedScheduleBlockNum,
    proposedSchedule: { version: proposedSchedule.version, producers },
    configuration,
  };
}

/** A snapshot of the recorded state. */
export function recordedContent(version: number, hasFinality = false): SnapshotContent {
  const { block, state } = recordedState();
  return { version, block, state: stateOfVersion(state, version), genesis: GENESIS, hasFinality };
}

/** The rows of all parts, by table. */
export async function collected(parts: AsyncIterable<StateRows>): Promise<Map<string, Uint8Array[]>> {
  const tables = new Map<string, Uint8Array[]>();
  for await (const { table, rows } of parts) tables.set(table, [...(tables.get(table) ?? []), ...rows]);
  return tables;
}
