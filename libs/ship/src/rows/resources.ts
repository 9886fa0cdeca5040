import { struct, variantOf } from '../wire/codec';
import { int64, name, uint32, uint64 } from '../wire/scalars';

/** Limits of an account. Source: resource_limits_v0 of the state history ABI. */
export interface ResourceLimits {
  owner: bigint;
  /** Weights and bytes; -1 = unlimited. */
  netWeight: bigint;
  cpuWeight: bigint;
  ramBytes: bigint;
}

/**
 * Moving average of a usage. `valueEx` is the average times 1,000,000; `lastOrdinal` is the slot of the last use.
 * Source: eosio::chain::resource_limits::usage_accumulator.
 */
export interface UsageAccumulator {
  lastOrdinal: number;
  valueEx: bigint;
  consumed: bigint;
}

/** Usage of an account. Source: resource_usage_v0 of the state history ABI. */
export interface ResourceUsage {
  owner: bigint;
  netUsage: UsageAccumulator;
  cpuUsage: UsageAccumulator;
  /** Bytes. */
  ramUsage: bigint;
}

/**
 * Usage of recent blocks (bytes of NET, microseconds of CPU), totals of all accounts, and current limits of a block.
 * Source: resource_limits_state_v0 of the state history ABI.
 */
export interface ResourceLimitsState {
  averageBlockNetUsage: UsageAccumulator;
  averageBlockCpuUsage: UsageAccumulator;
  totalNetWeight: bigint;
  totalCpuWeight: bigint;
  totalRamBytes: bigint;
  virtualNetLimit: bigint;
  virtualCpuLimit: bigint;
}

/** An exact ratio. */
export interface ResourceLimitsRatio {
  numerator: bigint;
  denominator: bigint;
}

/**
 * Rule by which the limit of a block grows and shrinks with use. Source:
 * eosio::chain::resource_limits::elastic_limit_parameters.
 */
export interface ElasticLimitParameters {
  target: bigint;
  max: bigint;
  periods: number;
  maxMultiplier: number;
  contractRate: ResourceLimitsRatio;
  expandRate: ResourceLimitsRatio;
}

/**
 * Elastic limits of blocks and the windows of accounts, in blocks of 500 ms. Source: resource_limits_config_v0 of the
 * state history ABI.
 */
export interface ResourceLimitsConfig {
  cpuLimitParameters: ElasticLimitParameters;
  netLimitParameters: ElasticLimitParameters;
  accountCpuUsageAverageWindow: number;
  accountNetUsageAverageWindow: number;
}

export const resourceLimits = struct<ResourceLimits>({
  owner: name,
  netWeight: int64,
  cpuWeight: int64,
  ramBytes: int64,
});

const usage = variantOf(
  0,
  'usage_accumulator',
  struct<UsageAccumulator>({ lastOrdinal: uint32, valueEx: uint64, consumed: uint64 }),
);

export const resourceUsage = struct<ResourceUsage>({
  owner: name,
  netUsage: usage,
  cpuUsage: usage,
  ramUsage: uint64,
});

export const resourceLimitsState = struct<ResourceLimitsState>({
  averageBlockNetUsage: usage,
  averageBlockCpuUsage: usage,
  totalNetWeight: uint64,
  totalCpuWeight: uint64,
  totalRamBytes: uint64,
  virtualNetLimit: uint64,
  virtualCpuLimit: uint64,
});

const ratio = variantOf(
  0,
  'resource_limits_ratio',
  struct<ResourceLimitsRatio>({ numerator: uint64, denominator: uint64 }),
);

const elastic = variantOf(
  0,
  'elastic_limit_parameters',
  struct<ElasticLimitParameters>({
    target: uint64,
    max: uint64,
    periods: uint32,
    maxMultiplier: uint32,
    contractRate: ratio,
    expandRate: ratio,
  }),
);

export const resourceLimitsConfig = struct<ResourceLimitsConfig>({
  cpuLimitParameters: elastic,
  netLimitParameters: elastic,
  accountCpuUsageAverageWindow: uint32,
  accountNetUsageAverageWindow: uint32,
});
