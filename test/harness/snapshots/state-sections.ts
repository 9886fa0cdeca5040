import type { ByteWriter } from '@app/antelope';
import {
  type Authority,
  type ChainConfig,
  decodeRow,
  type ElasticLimitParameters,
  type RowTable,
  type RowTypes,
  type UsageAccumulator,
} from '@app/ship';
import { packSigning } from './block-section';
import { packed, type WrittenSection } from './snapshot-sections';

/** Rows of state history by table. */
export type StateTables = ReadonlyMap<string, readonly Uint8Array[]>;

/** Members of a row that state history does not have. */
const UNKNOWN = 7n;
const UNKNOWN_32 = 7;
const ZEROS = new Uint8Array(32);

type Packing = { readonly [Table in RowTable]?: (writer: ByteWriter, row: RowTypes[Table]) => void };

const times = (writer: ByteWriter, count: number): void => {
  for (let time = 0; time < count; time++) writer.uint64(UNKNOWN);
};

function list<T>(writer: ByteWriter, values: readonly T[], write: (value: T) => void): void {
  writer.varuint32(values.length);
  for (const value of values) write(value);
}

function usage(writer: ByteWriter, { lastOrdinal, valueEx, consumed }: UsageAccumulator): void {
  writer.uint32(lastOrdinal);
  writer.uint64(valueEx);
  writer.uint64(consumed);
}

function elastic(writer: ByteWriter, limit: ElasticLimitParameters): void {
  writer.uint64(limit.target);
  writer.uint64(limit.max);
  writer.uint32(limit.periods);
  writer.uint32(limit.maxMultiplier);
  for (const { numerator, denominator } of [limit.contractRate, limit.expandRate]) {
    writer.uint64(numerator);
    writer.uint64(denominator);
  }
}

function authority(writer: ByteWriter, { threshold, keys, accounts, waits }: Authority): void {
  writer.uint32(threshold);
  list(writer, keys, ({ key, weight }) => {
    writer.raw(key);
    writer.uint16(weight);
  });
  list(writer, accounts, ({ permission, weight }) => {
    writer.uint64(permission.actor);
    writer.uint64(permission.permission);
    writer.uint16(weight);
  });
  list(writer, waits, ({ waitSec, weight }) => {
    writer.uint32(waitSec);
    writer.uint16(weight);
  });
}

/** Members one after another, as the type of each says. */
function config(writer: ByteWriter, chainConfig: ChainConfig, hasReturnValueSize: boolean): void {
  const { maxBlockNetUsage, maxInlineActionDepth, maxAuthorityDepth, maxActionReturnValueSize, ...others } =
    chainConfig;
  writer.uint64(maxBlockNetUsage);
  for (const value of Object.values(others)) writer.uint32(value);
  writer.uint16(maxInlineActionDepth);
  writer.uint16(maxAuthorityDepth);
  if (hasReturnValueSize) writer.uint32(maxActionReturnValueSize ?? 0);
}

const PACKING: Packing = {
  account: (writer, { name, creationDate, abi }) => {
    writer.uint64(name);
    writer.uint32(creationDate);
    writer.prefixed(abi);
  },
  account_metadata: (writer, { name, privileged, lastCodeUpdate, code }) => {
    writer.uint64(name);
    times(writer, 4);
    writer.raw(code?.codeHash ?? ZEROS);
    writer.int64(lastCodeUpdate);
    writer.uint32(privileged ? 1 : 0);
    writer.uint8(code?.vmType ?? 0);
    writer.uint8(code?.vmVersion ?? 0);
  },
  code: (writer, { codeHash, code, vmType, vmVersion }) => {
    writer.raw(codeHash);
    writer.prefixed(code);
    times(writer, 1);
    writer.uint32(UNKNOWN_32);
    writer.uint8(vmType);
    writer.uint8(vmVersion);
  },
  generated_transaction: (writer, { trxId, sender, senderId, payer, packedTrx }) => {
    writer.raw(trxId);
    writer.uint64(sender);
    writer.int128(senderId);
    writer.uint64(payer);
    times(writer, 3);
    writer.prefixed(packedTrx);
  },
  protocol_state: (writer, { activatedProtocolFeatures }) => {
    list(writer, activatedProtocolFeatures, ({ featureDigest, activationBlockNum }) => {
      writer.raw(featureDigest);
      writer.uint32(activationBlockNum);
    });
    list(writer, [ZEROS], (digest) => writer.raw(digest));
    list(writer, ['abort', 'action_data_size'], (name) => writer.prefixed(Buffer.from(name)));
    writer.uint32(UNKNOWN_32);
  },
  permission: (writer, { parent, owner, name, lastUpdated, auth }) => {
    for (const value of [parent, owner, name]) writer.uint64(value);
    writer.int64(lastUpdated);
    times(writer, 1);
    authority(writer, auth);
  },
  permission_link: (writer, { account, code, messageType, requiredPermission }) => {
    for (const value of [account, code, messageType, requiredPermission]) writer.uint64(value);
  },
  resource_limits: (writer, { owner, netWeight, cpuWeight, ramBytes }) => {
    writer.uint64(owner);
    for (const value of [netWeight, cpuWeight, ramBytes]) writer.int64(value);
  },
  resource_usage: (writer, { owner, netUsage, cpuUsage, ramUsage }) => {
    writer.uint64(owner);
    usage(writer, netUsage);
    usage(writer, cpuUsage);
    writer.uint64(ramUsage);
  },
  resource_limits_state: (writer, row) => {
    usage(writer, row.averageBlockNetUsage);
    usage(writer, row.averageBlockCpuUsage);
    times(writer, 2);
    for (const value of [row.totalNetWeight, row.totalCpuWeight, row.totalRamBytes]) writer.uint64(value);
    for (const value of [row.virtualNetLimit, row.virtualCpuLimit]) writer.uint64(value);
  },
  resource_limits_config: (writer, row) => {
    elastic(writer, row.cpuLimitParameters);
    elastic(writer, row.netLimitParameters);
    writer.uint32(row.accountCpuUsageAverageWindow);
    writer.uint32(row.accountNetUsageAverageWindow);
  },
};

export function rowsOf<Table extends RowTable>(state: StateTables, table: Table): RowTypes[Table][] {
  return (state.get(table) ?? []).map((data) => decodeRow(table, data));
}

function section<Table extends RowTable>(state: StateTables, name: string, table: Table): WrittenSection {
  const pack = PACKING[table];
  if (pack === undefined) throw new Error(`no packing of ${table}`);
  return {
    name: `eosio::chain::${name}`,
    rows: rowsOf(state, table).map((row) => packed((writer) => pack(writer, row))),
  };
}

/** The members that a version packs of the global properties. */
function globalProperty(writer: ByteWriter, row: RowTypes['global_property'], version: number): void {
  writer.uint8(row.proposedScheduleBlockNum === undefined ? 0 : 1);
  if (row.proposedScheduleBlockNum !== undefined) writer.uint32(row.proposedScheduleBlockNum);
  writer.uint32(row.proposedSchedule.version);
  writer.varuint32(row.proposedSchedule.producers.length);
  for (const producer of row.proposedSchedule.producers) {
    writer.uint64(producer.producerName);
    if ('blockSigningKey' in producer) writer.raw(producer.blockSigningKey);
    else packSigning(writer, producer.authority);
  }
  config(writer, row.configuration, version >= 5);
  if (row.version === 0) return;
  writer.raw(row.chainId);
  // max_key_size, max_value_size, max_iterators
  if (version >= 4 && version <= 6) for (let member = 0; member < 3; member++) writer.uint32(UNKNOWN_32);
  if (version >= 4)
    for (const value of Object.values(row.wasmConfiguration ?? {})) writer.uint32(value as number);
}

/** The sections of the indexes that are tables of state history, those of contracts apart. */
export const indexSections = (state: StateTables, version: number): WrittenSection[] => [
  section(state, 'account_object', 'account'),
  section(state, 'account_metadata_object', 'account_metadata'),
  {
    name: 'eosio::chain::global_property_object',
    rows: rowsOf(state, 'global_property').map((row) =>
      packed((writer) => globalProperty(writer, row, version)),
    ),
  },
  section(state, 'protocol_state_object', 'protocol_state'),
  section(state, 'generated_transaction_object', 'generated_transaction'),
  section(state, 'code_object', 'code'),
  section(state, 'permission_object', 'permission'),
  section(state, 'permission_link_object', 'permission_link'),
  section(state, 'resource_limits::resource_limits_object', 'resource_limits'),
  section(state, 'resource_limits::resource_usage_object', 'resource_usage'),
  section(state, 'resource_limits::resource_limits_state_object', 'resource_limits_state'),
  section(state, 'resource_limits::resource_limits_config_object', 'resource_limits_config'),
];
