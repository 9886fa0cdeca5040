export type { AbiOfAccount, ContractAbi } from './abi-cache';
export type { AccountPermission, ChainAccount, ResourceLimit } from './answers/account';
export type { ChainInfo } from './answers/info';
export { UnreadableAnswerError } from './answers/parse';
export type { CurrencyStats, ScopePage, TablePage } from './answers/tables';
export type { TransactionLocation } from './answers/transactions';
export type { CallClass } from './call-class';
export { ChainClient, type ScopesQuery, type TableRowsQuery } from './chain-client';
export { Chains, type ChainsOptions } from './chains';
export type { DryRun } from './dry-run';
export { AnswerTooLargeError, NodeAnswerError, NodeFailure, UpstreamUnavailableError } from './errors';
export { headAgeText } from './head-age';
export { nameList } from './name-list';
export type { ServedReply } from './node-caller';
export type { NodeProbe } from './node-probe';
export type { NodeSelector } from './node-selector';
export type { PushOutcome, SignedTransaction } from './push';
export { refusalMeaning, type RefusalMeaning } from './push-refusal';
export { oncePer } from './rows/once-per';
export { parseRows, rowsWhere, UnreadableRowError, type RowSource } from './rows/parse-rows';
export {
  MAX_SCANNED_ROWS,
  readPages,
  readRows,
  ROW_PAGE,
  type PagesRead,
  type RowsRead,
} from './rows/read-rows';
export {
  rowAmount,
  rowAsset,
  rowInteger,
  rowName,
  rowPrice,
  rowTime,
  rowWideInteger,
} from './rows/row-members';
export type { NodeReply, NodeRequest } from './upstream-node';
export { shortened } from './shortened';
