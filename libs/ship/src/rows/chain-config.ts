import { ValueError } from '@app/antelope';
import { struct, variantOf, type Codec } from '../wire/codec';
import { uint16, uint32, uint64 } from '../wire/scalars';

/** Limits of the chain, set by its producers. */
export interface ChainConfig {
  maxBlockNetUsage: bigint;
  targetBlockNetUsagePct: number;
  maxTransactionNetUsage: number;
  basePerTransactionNetUsage: number;
  netUsageLeeway: number;
  contextFreeDiscountNetUsageNum: number;
  contextFreeDiscountNetUsageDen: number;
  maxBlockCpuUsage: number;
  targetBlockCpuUsagePct: number;
  maxTransactionCpuUsage: number;
  minTransactionCpuUsage: number;
  maxTransactionLifetime: number;
  deferredTrxExpirationWindow: number;
  maxTransactionDelay: number;
  maxInlineActionSize: number;
  maxInlineActionDepth: number;
  maxAuthorityDepth: number;
  /** Undefined for chain_config_v0, which has none. */
  maxActionReturnValueSize?: number;
}

/** Limits of contracts' code. */
export interface WasmConfig {
  maxMutableGlobalBytes: number;
  maxTableElements: number;
  maxSectionElements: number;
  maxLinearMemoryInit: number;
  maxFuncLocalBytes: number;
  maxNestedStructures: number;
  maxSymbolBytes: number;
  maxModuleBytes: number;
  maxCodeBytes: number;
  maxPages: number;
  maxCallDepth: number;
}

const CONFIG_V0 = 0;
const CONFIG_V1 = 1;

const configV0 = struct<Omit<ChainConfig, 'maxActionReturnValueSize'>>({
  maxBlockNetUsage: uint64,
  targetBlockNetUsagePct: uint32,
  maxTransactionNetUsage: uint32,
  basePerTransactionNetUsage: uint32,
  netUsageLeeway: uint32,
  contextFreeDiscountNetUsageNum: uint32,
  contextFreeDiscountNetUsageDen: uint32,
  maxBlockCpuUsage: uint32,
  targetBlockCpuUsagePct: uint32,
  maxTransactionCpuUsage: uint32,
  minTransactionCpuUsage: uint32,
  maxTransactionLifetime: uint32,
  deferredTrxExpirationWindow: uint32,
  maxTransactionDelay: uint32,
  maxInlineActionSize: uint32,
  maxInlineActionDepth: uint16,
  maxAuthorityDepth: uint16,
});

export const chainConfig: Codec<ChainConfig> = {
  read: (reader) => {
    const version = reader.varuint32();
    if (version > CONFIG_V1) throw new ValueError(`chain_config: unknown variant ${String(version)}`);
    const config = configV0.read(reader);
    return version === CONFIG_V0 ? config : { ...config, maxActionReturnValueSize: reader.uint32() };
  },
  write: (writer, config) => {
    writer.varuint32(config.maxActionReturnValueSize === undefined ? CONFIG_V0 : CONFIG_V1);
    configV0.write(writer, config);
    if (config.maxActionReturnValueSize !== undefined) writer.uint32(config.maxActionReturnValueSize);
  },
};

export const wasmConfig = variantOf(
  0,
  'wasm_config',
  struct<WasmConfig>({
    maxMutableGlobalBytes: uint32,
    maxTableElements: uint32,
    maxSectionElements: uint32,
    maxLinearMemoryInit: uint32,
    maxFuncLocalBytes: uint32,
    maxNestedStructures: uint32,
    maxSymbolBytes: uint32,
    maxModuleBytes: uint32,
    maxCodeBytes: uint32,
    maxPages: uint32,
    maxCallDepth: uint32,
  }),
);
