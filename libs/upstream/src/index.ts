export type { AbiOfAccount, ContractAbi } from './cache/abi-cache';
export type { AccountPermission, ChainAccount, ResourceLimit } from './client/answers/account';
export type { ChainInfo } from './node/info';
export { UnreadableAnswerError } from './node/parse-answer';
export type { CurrencyStats, ScopePage, TablePage } from './client/answers/tables';
export type { TransactionLocation } from './push/transaction-answers';
export type { CallClass } from './node/call-class';
export { ChainClient, type ScopesQuery, type TableRowsQuery } from './client/chain-client';
export { Chains, type ChainsOptions } from './client/chains';
export type { DryRun } from './client/dry-run';
export { AnswerTooLargeError, NodeAnswerError, NodeFailure, UpstreamUnavailableError } from './node/errors';
export { headAgeText } from './pool/head-age';
export { nameList } from './client/name-list';
export type { ServedReply } from './pool/node-caller';
export type { NodeProbe } from './pool/node-probe';
export type { NodeSelector } from './pool/node-selector';
export { MemoryHolders } from './push/holders/memory-holders';
export type { PushHolders } from './push/holders/push-holders';
export { SharedHolders } from './push/holders/shared-holders';
export type { PushOutcome } from './push/push-facts';
export { refusalMeaning, type RefusalMeaning } from './push/push-refusal';
export { oncePer } from './client/rows/once-per';
export { parseRows, rowsWhere, UnreadableRowError, type RowSource } from './client/rows/parse-rows';
export {
  MAX_SCANNED_ROWS,
  readPages,
  readRows,
  ROW_PAGE,
  type PagesRead,
  type RowsRead,
} from './client/rows/read-rows';
export {
  rowAmount,
  rowAsset,
  rowInteger,
  rowName,
  rowPrice,
  rowTime,
  rowWideInteger,
} from './client/rows/row-members';
export type { NodeReply, NodeRequest } from './node/upstream-node';
export { shortened } from './node/shortened';
