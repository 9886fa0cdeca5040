import { DEPLOYMENT_TERMS, type DeploymentTerms, readInput } from '@app/tooling';
import { Inject, Injectable, type Type } from '@nestjs/common';
import type { ProposalRequest } from '../proposals';
import type { ComposeInput } from '../requests/intentions';
import type { Network } from '../../network/network';

/** A call of a tool that composes, checked by the input class of the tool. */
export interface StepCall {
  readonly tool: string;
  readonly input: ComposeInput;
  /** @throws ToolError for what the tool refuses before it composes */
  readonly request: (network: Network) => ProposalRequest | Promise<ProposalRequest>;
}

type ReadStep = (raw: object, path: string) => StepCall;

/** The tools whose calls can be steps of one transaction. Each feature adds those that it composes. */
@Injectable()
export class StepTools {
  readonly #tools = new Map<string, ReadStep>();

  constructor(@Inject(DEPLOYMENT_TERMS) private readonly terms: DeploymentTerms) {}

  get names(): string[] {
    return [...this.#tools.keys()].sort();
  }

  /** @param request makes the request that the tool itself composes */
  add<T extends ComposeInput>(
    tool: string,
    type: Type<T>,
    request: (network: Network, input: T) => ProposalRequest | Promise<ProposalRequest>,
  ): void {
    this.#tools.set(tool, (raw, path) => {
      const input = readInput(type, raw, this.terms, path);
      return { tool, input, request: (network) => request(network, input) };
    });
  }

  /**
   * Reads the input of a step as that of a call of its tool.
   * @param path of the input in the body
   * @throws ToolError with every problem, each behind the path
   */
  read(tool: string, raw: object, path: string): StepCall {
    const read = this.#tools.get(tool);
    if (read === undefined) throw new Error(`no feature has added the tool ${tool}`);
    return read(raw, path);
  }
}
