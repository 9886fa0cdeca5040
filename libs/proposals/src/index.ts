export { AffectedAccounts } from './affected-accounts';
export { AffectedSet, type AffectedSetState, type AffectedStatus } from './affected-set';
export { parseAffectedList } from './affected-list';
export { fileSource, publishedSource, urlSource, type AffectedSource } from './affected-source';
export { type Actor, Composer, type ComposeRequest, type Proposal, type RepeatRequest } from './composer';
export {
  AffectedAccountError,
  MissingContractError,
  OldChainError,
  ProposalMismatchError,
  UnknownAccountError,
  UnknownPermissionError,
} from './errors';
export { WALLET_CHOICE } from './next-step';
export type { DecodedAction } from './verify-packed-actions';
export { visibleText } from './visible-text';
