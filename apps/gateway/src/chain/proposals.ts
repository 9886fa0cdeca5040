import {
  AffectedAccountError,
  Composer,
  MissingContractError,
  UnknownAccountError,
  UnknownPermissionError,
  type ComposeRequest,
} from '@app/proposals';
import { toolErrorBecause, type Network } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { proposalAnswer, type ProposalAnswer } from './proposal.answer';

/** Composes proposals as the tools answer them. */
@Injectable()
export class Proposals {
  constructor(private readonly composer: Composer) {}

  /** @throws ToolError for an actor that cannot sign; what `Composer.compose` throws otherwise. */
  async compose(request: ComposeRequest & { readonly network: Network }): Promise<ProposalAnswer> {
    try {
      return proposalAnswer(request.network, await this.composer.compose(request));
    } catch (error) {
      throw refusalOf(error) ?? error;
    }
  }
}

function refusalOf(error: unknown): Error | undefined {
  if (error instanceof UnknownAccountError) {
    return toolErrorBecause(error, 'UNKNOWN_ACCOUNT', error.account, error.network);
  }
  if (error instanceof UnknownPermissionError) {
    return toolErrorBecause(error, 'UNKNOWN_PERMISSION', error.account, error.permission);
  }
  if (error instanceof AffectedAccountError)
    return toolErrorBecause(error, 'AFFECTED_ACCOUNT', error.account);
  if (error instanceof MissingContractError) return toolErrorBecause(error, 'NOT_FOUND', error.message);
  return undefined;
}
