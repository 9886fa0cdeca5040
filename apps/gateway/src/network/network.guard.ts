import { type ToolRequest } from '@app/chain-tools';
import { DEPLOYMENT_TERMS, type DeploymentTerms } from '@app/tooling';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Network } from './network';
import { NetworkRegistry } from './network-registry';

/**
 * Gives each request the terms of the deployment and the networks, of which `@ToolNetwork()` resolves the one of the call: a guard of the application runs
 * for REST and MCP, and costs no promise. It refuses nothing.
 */
@Injectable()
export class NetworkGuard implements CanActivate {
  readonly #networkOf: (name: string) => Network;

  constructor(
    networks: NetworkRegistry,
    @Inject(DEPLOYMENT_TERMS) private readonly terms: DeploymentTerms,
  ) {
    this.#networkOf = (name) => networks.of(name);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ToolRequest>();
    request.networkOf = this.#networkOf;
    request.terms = this.terms;
    return true;
  }
}
