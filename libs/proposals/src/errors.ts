import { nameList } from '@app/upstream';

/** The acting account does not exist. */
export class UnknownAccountError extends Error {
  override readonly name = 'UnknownAccountError';

  constructor(
    readonly account: string,
    readonly network: string,
  ) {
    super(`account ${account} does not exist on ${network}`);
  }
}

/** The acting account has no permission of that name. `known`: those it has. */
export class UnknownPermissionError extends Error {
  override readonly name = 'UnknownPermissionError';

  constructor(
    readonly account: string,
    readonly permission: string,
    readonly known: readonly string[],
  ) {
    super(`account ${account} has no permission ${permission}; it has: ${nameList(known)}`);
  }
}

/** A key of the acting account is in the affected set: nothing is composed for it. */
export class AffectedAccountError extends Error {
  override readonly name = 'AffectedAccountError';

  constructor(readonly account: string) {
    super(`account ${account} is in the affected set (affected_set=true): it must not be operated from`);
  }
}

/**
 * The packed bytes differ from the request: a defect of this service or of a contract's ABI.
 * It is never a client's fault, and the proposal never leaves.
 */
export class ProposalMismatchError extends Error {
  override readonly name = 'ProposalMismatchError';
}

/** A proposal would be expired by the time it is composed: the newest block is too old, or the machine's clock ahead. */
export class OldChainError extends Error {
  override readonly name = 'OldChainError';

  /** @param lag how far the head is behind, as a clause */
  constructor(
    readonly network: string,
    readonly lag: string,
  ) {
    super(`${lag} on ${network}: a proposal would be expired already`);
  }
}

/** The chain has no contract where the profile names one. */
export class MissingContractError extends Error {
  override readonly name = 'MissingContractError';

  constructor(
    readonly account: string,
    readonly network: string,
  ) {
    super(`account ${account} has no contract on ${network}`);
  }
}
