import { hexToBytes } from '@app/antelope';
import type {
  ElasticLimitParameters,
  GlobalProperty,
  ProducerAuthority,
  ProtocolState,
  ResourceLimitsConfig,
  ResourceLimitsState,
} from '@app/ship';
import type { ProducerRecord } from '../../kernel/blocks/producer-record';
import { AVERAGE_PERIODS, MAX_MULTIPLIER } from '../../kernel/resources/elastic-limit';
import { ACCOUNT_WINDOW } from '../../kernel/resources/resource-ledger';
import type { ChainConfig } from '../../kernel/state/chain-config';
import { PROTOCOL_FEATURES } from '../../kernel/state/protocol-features';
import type { StateView } from '../../kernel/state/state-view';
import { nameValue } from '../name-values';
import { packedKey } from '../packed-keys';

/** Nodes write it while no schedule is proposed. */
const NO_SCHEDULE = { version: 0, producers: [] };

export function globalPropertyRow({ config, proposal }: StateView, chainId: string): GlobalProperty {
  const { version, producers } = proposal ?? NO_SCHEDULE;
  return {
    version: 1,
    proposedScheduleBlockNum: proposal?.blockNum,
    proposedSchedule: { version, producers: producers.map(producerAuthority) },
    configuration: chainConfig(config),
    chainId: hexToBytes(chainId),
  };
}

export const protocolStateRow = (): ProtocolState => ({
  activatedProtocolFeatures: PROTOCOL_FEATURES.map(({ digest, activationBlockNum }) => ({
    featureDigest: hexToBytes(digest),
    activationBlockNum,
  })),
});

export function limitsStateRow({ resources }: StateView, totalRamBytes: bigint): ResourceLimitsState {
  const { averages, totals, virtualLimits } = resources;
  return {
    averageBlockNetUsage: averages.net,
    averageBlockCpuUsage: averages.cpu,
    totalNetWeight: totals.netWeight,
    totalCpuWeight: totals.cpuWeight,
    totalRamBytes,
    virtualNetLimit: virtualLimits.net,
    virtualCpuLimit: virtualLimits.cpu,
  };
}

export function limitsConfigRow(config: ChainConfig): ResourceLimitsConfig {
  return {
    cpuLimitParameters: elasticLimit(BigInt(config.max_block_cpu_usage), config.target_block_cpu_usage_pct),
    netLimitParameters: elasticLimit(config.max_block_net_usage, config.target_block_net_usage_pct),
    accountCpuUsageAverageWindow: ACCOUNT_WINDOW,
    accountNetUsageAverageWindow: ACCOUNT_WINDOW,
  };
}

/** The ratios are those by which the chain moves its virtual limits, see nextVirtualLimit. */
function elasticLimit(max: bigint, targetPercent: number): ElasticLimitParameters {
  return {
    target: (max * BigInt(targetPercent)) / 10_000n,
    max,
    periods: AVERAGE_PERIODS,
    maxMultiplier: Number(MAX_MULTIPLIER),
    contractRate: { numerator: 99n, denominator: 100n },
    expandRate: { numerator: 1000n, denominator: 999n },
  };
}

function producerAuthority({ producer, threshold, keys }: ProducerRecord): ProducerAuthority {
  return {
    producerName: nameValue(producer),
    authority: { threshold, keys: keys.map(({ key, weight }) => ({ key: packedKey(key), weight })) },
  };
}

function chainConfig(config: ChainConfig): GlobalProperty['configuration'] {
  return {
    maxBlockNetUsage: config.max_block_net_usage,
    targetBlockNetUsagePct: config.target_block_net_usage_pct,
    maxTransactionNetUsage: config.max_transaction_net_usage,
    basePerTransactionNetUsage: config.base_per_transaction_net_usage,
    netUsageLeeway: config.net_usage_leeway,
    contextFreeDiscountNetUsageNum: config.context_free_discount_net_usage_num,
    contextFreeDiscountNetUsageDen: config.context_free_discount_net_usage_den,
    maxBlockCpuUsage: config.max_block_cpu_usage,
    targetBlockCpuUsagePct: config.target_block_cpu_usage_pct,
    maxTransactionCpuUsage: config.max_transaction_cpu_usage,
    minTransactionCpuUsage: config.min_transaction_cpu_usage,
    maxTransactionLifetime: config.max_transaction_lifetime,
    deferredTrxExpirationWindow: config.deferred_trx_expiration_window,
    maxTransactionDelay: config.max_transaction_delay,
    maxInlineActionSize: config.max_inline_action_size,
    maxInlineActionDepth: config.max_inline_action_depth,
    maxAuthorityDepth: config.max_authority_depth,
    maxActionReturnValueSize: config.max_action_return_value_size,
  };
}
