import { nameList } from '@app/upstream';
import { MIN_SIGNING_SECONDS } from './transaction-header';

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

/**
 * A proposal would leave too little time to sign it: the newest block is old, or the machine's clock is ahead. The
 * expiry counts from the time of the chain, and it has to be later than the clock of the machine too.
 */
export class OldChainError extends Error {
  override readonly name = 'OldChainError';
  /** How much would be left, as a clause. */
  readonly rest: string;

  /** @param lag how far the head is behind, as a clause */
  constructor(
    readonly network: string,
    readonly lag: string,
    secondsLeft: number,
  ) {
    const rest =
      secondsLeft <= 0
        ? 'a proposal would be expired already'
        : `a proposal would leave ${secondsLeft} s to sign it, less than ${MIN_SIGNING_SECONDS} s`;
    super(`${lag} on ${network}: ${rest}`);
    this.rest = rest;
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
