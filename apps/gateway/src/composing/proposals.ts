import { type ActionCall, Networks } from '@app/networks';
import {
  type Actor,
  AffectedAccountError,
  Composer,
  MissingContractError,
  OldChainError,
  UnknownAccountError,
  UnknownPermissionError,
  type ComposeRequest,
  type DecodedAction,
} from '@app/proposals';
import { toolErrorBecause, type Network } from '@app/tooling';
import { nameList } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { type RunEffects, runEffects } from './effects/run-effects';
import { proposalAnswer, type ProposalAnswer } from './proposal.answer';
import { Summaries } from './sentences/summaries';
import type { OrderEffectAnswer } from './simulation.answer';
import { runAllChecks } from './run-all-checks';
import { timeWarnings, type Warning } from './warnings';

/** Findings of a tool about the dry run of its proposal. */
export interface Assessment {
  readonly order?: OrderEffectAnswer | undefined;
  readonly warnings: readonly Warning[];
}

/** Request to compose a proposal; creating its actions may fail with errors of the request. */
export interface ProposalRequest extends Omit<ComposeRequest, 'actions' | 'summarise'> {
  readonly network: Network;
  readonly actions: () => readonly ActionCall[] | Promise<readonly ActionCall[]>;
  /** A sentence about a decoded action as things stand now, added to that of the bytes; asked after `actions`. */
  readonly remark?: (action: DecodedAction) => string | undefined;
  /** Judges the dry run; asked last. @throws ToolError for a run that the caller did not want */
  readonly assess?: (effects: RunEffects) => Assessment;
}

/** Composes proposals as the tools answer them. */
@Injectable()
export class Proposals {
  constructor(
    private readonly networks: Networks,
    private readonly composer: Composer,
    private readonly summaries: Summaries,
  ) {}

  /** @throws ToolError for an actor that cannot sign */
  async requireActor(actor: Actor): Promise<void> {
    await asRefusal(this.composer.requireActor(actor));
  }

  /**
   * @throws ToolError for an actor that cannot sign and for whatever is wrong with the actions, all at once; what
   *   `Composer.compose` throws otherwise.
   */
  async compose(request: ProposalRequest): Promise<ProposalAnswer> {
    const [, actions] = await runAllChecks(() => this.requireActor(request), request.actions);
    const summarise = (decoded: readonly DecodedAction[]) => this.#summary(request, decoded);
    const proposal = await asRefusal(this.composer.compose({ ...request, actions, summarise }));
    const { profile } = this.networks.of(request.network);
    const effects = runEffects(profile, proposal.simulation, request.actor);
    const { order, warnings = [] } = request.assess?.(effects) ?? {};
    return proposalAnswer(request.network, proposal, {
      changes: effects.changes,
      order,
      warnings: [...timeWarnings(proposal.secondsToSign), ...effects.warnings, ...warnings],
    });
  }

  async #summary({ network, remark }: ProposalRequest, actions: readonly DecodedAction[]): Promise<string[]> {
    const sentences = await this.summaries.of(network, actions);
    return sentences.map((sentence, index) => {
      const action = actions[index];
      const added = action && remark?.(action);
      return added === undefined ? sentence : `${sentence} ${added}`;
    });
  }
}

async function asRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): Error | undefined {
  if (error instanceof UnknownAccountError) {
    return toolErrorBecause(error, 'UNKNOWN_ACCOUNT', error.account, error.network);
  }
  if (error instanceof UnknownPermissionError) {
    return toolErrorBecause(
      error,
      'UNKNOWN_PERMISSION',
      error.account,
      error.permission,
      nameList(error.known),
    );
  }
  if (error instanceof AffectedAccountError)
    return toolErrorBecause(error, 'AFFECTED_ACCOUNT', error.account);
  if (error instanceof OldChainError)
    return toolErrorBecause(error, 'OLD_CHAIN', error.network, error.lag, error.rest);
  if (error instanceof MissingContractError) return toolErrorBecause(error, 'NOT_FOUND', error.message);
  return undefined;
}
