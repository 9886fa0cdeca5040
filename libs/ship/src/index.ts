/**
 * State-history protocol, version 0: requests and results, and the sections of a block. Names are their 64-bit values
 * (nameToValue of libs/antelope), ids and digests 32 bytes. Bytes that were read are views on the message.
 */
export type { Extension } from './blocks/extension';
export {
  applyOrderedDiff,
  decodeFinalityExtension,
  FINALITY_EXTENSION,
  type FinalityExtension,
  type OrderedDiff,
  type ProposerPolicyDiff,
  type QcClaim,
} from './blocks/finality-extension';
export {
  decodeScheduleChange,
  PRODUCER_SCHEDULE_CHANGE,
  PROTOCOL_FEATURE_ACTIVATION,
  type BlockSigningAuthority,
  type ProducerAuthority,
  type ProducerAuthoritySchedule,
  type ProducerKey,
  type ProducerSchedule,
} from './blocks/producer-schedule';
export {
  blockIdOf,
  type BlockHeader,
  decodeSignedBlock,
  encodeBlockHeader,
  encodeSignedBlock,
  hasInstantFinality,
  numberOfId,
  type PackedTransaction,
  type SignedBlock,
  type TransactionReceipt,
} from './blocks/signed-block';
export { prunablePart, transactionReceiptDigest, transactionRootOf } from './blocks/transaction-root';
export { DeltasReader, type TableRows } from './deltas/deltas-reader';
export { decodeRow, encodeRow, isRowTable, type RowTable, type RowTypes } from './deltas/row-types';
export { decodeDeltas, encodeDeltas, type DeltaRow, type TableDelta } from './deltas/table-delta';
export type { AccountMetadata, AccountRow, CodeId, CodeRow } from './rows/accounts';
export type { ChainConfig, WasmConfig } from './rows/chain-config';
export type { ContractIndex, ContractRow, ContractTable } from './rows/contract-rows';
export type { GlobalProperty, GlobalPropertyV0, GlobalPropertyV1 } from './rows/global-property';
export type {
  Authority,
  PermissionLevelWeight,
  PermissionLinkRow,
  PermissionRow,
  WaitWeight,
} from './rows/permissions';
export type { ActivatedProtocolFeature, GeneratedTransaction, ProtocolState } from './rows/protocol';
export type {
  ElasticLimitParameters,
  ResourceLimits,
  ResourceLimitsConfig,
  ResourceLimitsRatio,
  ResourceLimitsState,
  ResourceUsage,
  UsageAccumulator,
} from './rows/resources';
export { type ArchivedBlock, decodeArchivedBlocks, encodeArchivedBlock } from './session/archived-block';
export type { BlockPosition } from './session/block-position';
export { decodeBlock, type DecodedBlock } from './session/decoded-block';
export { decodeRequest, encodeRequest, type GetBlocks, type ShipRequest } from './session/request';
export {
  decodeResult,
  decodeResultHead,
  encodeResult,
  type GetBlocksResult,
  type ResultHead,
  type ShipResult,
  type ShipStatus,
} from './session/result';
export {
  actionDigest,
  actionRootOf,
  forgedAction,
  packedHead,
  packedReceipt,
  plainDigest,
} from './traces/action-proof';
export type {
  AccountDelta,
  Action,
  ActionReceipt,
  ActionTrace,
  AuthSequence,
  PermissionLevel,
} from './traces/action-trace';
export type { PartialTransaction } from './traces/partial-transaction';
export { reproducibleTraces } from './traces/reproducible-traces';
export { foreignTransaction } from './traces/transaction-proof';
export { TRANSACTION_STATUS } from './traces/transaction-status';
export { decodeTraces, encodeTraces, type TransactionTrace } from './traces/transaction-trace';
export type { KeyWeight } from './wire/key-weight';
