// The public face of the package chain-client (README.md); redis.ts is the one for several replicas.
export type { NodeCapability, NodeConfig, NodesOfNetwork, VerifyMode } from '@app/networks/node-config';
export {
  type Clock,
  ConsistentRead,
  consistencyToken,
  systemClock,
  type Tracing,
  VerifiedCall,
} from '@app/operations/core';
export { AgreedAnswers } from './cache/agreed-answers';
export { bodyKey, queryKey } from './cache/request-key';
export {
  ResponseCache,
  type CachedReply,
  type Lifetime,
  type Loaded,
  type Served,
} from './cache/response-cache';
export type { SharedAnswers } from './cache/shared-answers';
export type { AccountPermission, ChainAccount, ResourceLimit } from './client/answers/account';
export type { ActionTrace } from './client/answers/action-traces';
export { type ChainBlock, packedBytesOf } from './client/answers/block';
export type { ExecutedTraces } from './client/answers/executed-traces';
export type { IndexedAction, IndexedActions } from './client/answers/indexed-actions';
export type { ExactDecimal, IndexedCandle, IndexedCandles } from './client/answers/indexed-candles';
export type { TablePage } from './client/answers/tables';
export { ChainClient } from './client/chain-client';
export type { OfOneHead } from './client/one-head/one-head';
export type { TableRowsQuery } from './client/table-queries';
export { Chains, type NetworkSource } from './client/chains';
export type { ChainsOptions } from './client/chains-options';
export type { DryRun } from './client/dry-run';
export { nameList } from './client/name-list';
export { memoizeByObject } from './client/rows/memoize-by-object';
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
export {
  AnswerTooLargeError,
  BlockNotReachedError,
  ConsistencyRefusedError,
  NodeAnswerError,
  NodeFailure,
  NoHistoryError,
  UpstreamUnavailableError,
} from './node/errors';
export type { ChainCounter, ChainGauge, ChainHistogram, ChainMetrics } from './node/chain-metrics';
export type { ChainInfo } from './node/info';
export type { NodeRequest } from './node/node-request';
export { CALL_BOUNDS, type CallClass } from './node/call-class';
export { UnreadableAnswerError } from './node/parse-answer';
export { shortened } from './node/shortened';
export { Cordons } from './cordon/cordons';
export { headAgeText } from './pool/head-age';
export type { IsElsewhere } from './pool/node-caller';
export type { NodeChange } from './pool/network-state';
export type { EligibilityLimits } from './pool/node-facts';
export type { NodeStatus } from './pool/node-status';
export type { NodeProbe } from './pool/node-probe';
export type { Reach } from './pool/reach';
export type { SharedHeads } from './pool/shown-heads';
export type { TransactionFate } from './push/fate/judged-fate';
export { MemoryHolders } from './push/sent-to-nodes/memory-holders';
export { identified, type Identified, identifiedWithin, MAX_TRANSACTION_BYTES } from './push/identified';
export type { PushHolders } from './push/sent-to-nodes/push-holders';
export type { WatchStore } from './push/watch/shared/watch-store';
export { PushDeadline } from './push/push-deadline';
export { FINALITIES, type WaitFor, WAITS } from './push/finality';
export type { ConfirmedOutcome, PushOutcome } from './push/push-facts';
export type { SharedPushes } from './push/shared-pushes';
export type { PushReply } from './push/push-reply';
export { refusalMeaning } from './push/push-refusal';
export { lifeOf, MAX_LIFE_MS, type TransactionLife } from './push/transaction-life';
export { closeOpening, type NodeOpening, type StreamRequest } from './stream/open-at-node';
export { readOpeningAnswer } from './stream/opening-answer';
export { type NodeStreams, type OpenedStream, streamKeyOf } from './stream/node-streams';
export type { ComparisonStatus } from './verify/comparisons';
export { differenceText, NodesDisagreeError, UnconfirmedAnswerError } from './verify/disagreement';
export type { Evidence } from './verify/evidence';
export type { UpstreamNode } from './node/upstream-node';
