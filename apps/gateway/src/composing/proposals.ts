import type { ActionCall } from '@app/networks';
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
  type Proposal,
  type RepeatRequest,
  visibleText,
} from '@app/proposals';
import { toolErrorBecause } from '@app/chain-tools';
import { type AccountPermission, nameList } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { runEffects } from './effects/run-effects';
import { type Holding, NO_EARLIER_STEPS, type StepRun } from './effects/step-run';
import {
  type ExecutedBlock,
  executionAnswer,
  proposalAnswer,
  type ProposalAnswer,
  type ToolEffects,
} from './proposal.answer';
import { Summaries } from './sentences/summaries';
import { runAllChecks } from './run-all-checks';
import { chainWarnings, REPEATED, type Warning } from './warnings';
import type { Network } from '../network/network';

/** Findings of a tool about the dry run of its proposal. */
export interface Assessment extends ToolEffects {
  readonly warnings: readonly Warning[];
  /** The loan of the signer after it, for later steps of a plan; absent where it is not known or not touched. */
  readonly holding?: Holding | undefined;
}

/** Request to compose a proposal; creating its actions may fail with errors of the request. */
export interface ProposalRequest extends Omit<
  ComposeRequest,
  'network' | 'signer' | 'actions' | 'summarise'
> {
  readonly network: Network;
  readonly actions: () => readonly ActionCall[] | Promise<readonly ActionCall[]>;
  /** A sentence about a decoded action as things stand now and by the dry run, added to that of the bytes. */
  readonly remark?: (action: DecodedAction, index: number, run: StepRun) => string | undefined;
  /** Judges the dry run; asked last. @throws ToolError for a run that the caller did not want */
  readonly assess?: (run: StepRun) => Assessment | Promise<Assessment>;
}

/** The account and permission that sign, on a network. */
type ActorOf = Omit<Actor, 'network'> & Pick<ProposalRequest, 'network'>;

/** A proposal that was answered before. */
export interface KnownProposal extends Omit<RepeatRequest, 'network' | 'summarise' | 'isExecuted'> {
  readonly network: Network;
}

/** Composes proposals as the tools answer them. */
@Injectable()
export class Proposals {
  constructor(
    private readonly composer: Composer,
    private readonly summaries: Summaries,
  ) {}

  /** @throws ToolError for an actor that cannot sign */
  requireActor({ network, actor, permission }: ActorOf): Promise<AccountPermission> {
    return asRefusal(this.composer.requireActor({ network: network.name, actor, permission }));
  }

  /**
   * @throws ToolError for an actor that cannot sign and for whatever is wrong with the actions, all at once; what
   *   `Composer.compose` throws otherwise.
   */
  async compose(request: ProposalRequest): Promise<ProposalAnswer> {
    const [signer, actions] = await runAllChecks(() => this.requireActor(request), request.actions);
    const { network } = request;
    const summarise = (decoded: readonly DecodedAction[]) => this.summaries.of(network, decoded);
    const composed = this.composer.compose({ ...request, network: network.name, signer, actions, summarise });
    const proposal = await asRefusal(composed);
    const effects = runEffects(network.profile, proposal.simulation, request.actor);
    const run = { ...effects, earlier: NO_EARLIER_STEPS };
    const { warnings = [], ...toolEffects } = (await request.assess?.(run)) ?? {};
    return proposalAnswer(network.name, withRemarks(proposal, request.remark, run), {
      changes: effects.changes,
      toolEffects,
      warnings: [...chainWarnings(proposal), ...effects.warnings, ...warnings],
    });
  }

  /** A proposal of before, with a dry run of now. @throws as `compose` */
  async repeated(proposal: KnownProposal): Promise<ProposalAnswer> {
    const { network, actor } = proposal;
    const repeated = await this.#repeat(proposal, false);
    const effects = runEffects(network.profile, repeated.simulation, actor);
    const answer = proposalAnswer(network.name, repeated, {
      changes: effects.changes,
      toolEffects: {},
      warnings: [...chainWarnings(repeated), ...effects.warnings, REPEATED],
    });
    return { ...answer, status: 'repeated' };
  }

  /** A proposal of before that is in a block. @throws as `compose`, but for the actor */
  async executed(proposal: KnownProposal, block: ExecutedBlock): Promise<ProposalAnswer> {
    const answer = proposalAnswer(proposal.network.name, await this.#repeat(proposal, true), {
      changes: null,
      toolEffects: {},
      warnings: [],
    });
    return { ...answer, status: 'executed', ...executionAnswer(block) };
  }

  /** The profile may be another one than when it was composed, and describe its actions no more. */
  #repeat(proposal: KnownProposal, isExecuted: boolean): Promise<Proposal> {
    const summarise = async (actions: readonly DecodedAction[]) => {
      const sentences = await this.summaries.known(proposal.network, actions, { isPast: isExecuted });
      const advice = isExecuted ? '' : ': read its data before you sign';
      return actions.map(
        ({ account, name }, index) =>
          sentences[index] ??
          `Calls ${account}::${name}, for which the profile of this gateway has no sentence${advice}.`,
      );
    };
    return asRefusal(
      this.composer.repeat({ ...proposal, network: proposal.network.name, isExecuted, summarise }),
    );
  }
}

function withRemarks(proposal: Proposal, remark: ProposalRequest['remark'], run: StepRun): Proposal {
  const { summary, actions } = proposal;
  const remarked = summary.map((sentence, index) => {
    const action = actions[index];
    const added = action && remark?.(action, index, run);
    return added === undefined ? sentence : `${sentence} ${visibleText(added)}`;
  });
  return { ...proposal, summary: remarked };
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
