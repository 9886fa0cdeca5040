export {
  act,
  type ActOptions,
  type Actor,
  EarlierAttemptError,
  type Executed,
  type FollowOptions,
  type Outcome,
  OutcomeUnknownError,
  PushRefusedError,
  pushUntilExecuted,
  type SignedTransaction,
  type Signer,
  SimulationError,
} from './act.ts';
export { ActingClient, type ActingOptions } from './acting-client.ts';
export { answerText } from './answer-text.ts';
export { costOf, decimalText, unitsOf } from './chain/amounts.ts';
export {
  type AbiJson,
  type ActionTemplate,
  type ChainProfile,
  type ChainToken,
  type Layout,
  layoutsOf,
} from './chain/profile.ts';
export {
  type BinaryAction,
  bytesToHex,
  hexToBytes,
  packTransaction,
  signingDigest,
  type TransactionHeader,
  transactionId,
} from './chain/transaction.ts';
export { DEVELOPMENT_PROFILE } from './chain/development.ts';
export { type CallOptions, GatewayClient, type GatewayOptions, type ToolName } from './gateway-client.ts';
export * from './generated/tools.ts';
export { ToolError } from './tool-error.ts';
export {
  actorOf,
  type ComposeCall,
  expectedActions,
  VERIFIED_TOOLS,
  type VerifiedTool,
} from './verify/expected-actions.ts';
export type { ActionTerms, Effect, ExpectedActions } from './verify/rebuilder.ts';
export {
  type OwnChain,
  VerificationError,
  type VerifiedTransaction,
  verifyProposal,
} from './verify/verify-proposal.ts';
