import type { ToolRequest } from '@app/tooling';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Network } from './network';
import { NetworkRegistry } from './network-registry';

/**
 * Gives each request the networks, of which `@ToolNetwork()` resolves the one of the call: a guard of the application runs
 * for REST and MCP, and costs no promise. It refuses nothing.
 */
@Injectable()
export class NetworkGuard implements CanActivate {
  readonly #networkOf: (name: string) => Network;

  constructor(networks: NetworkRegistry) {
    this.#networkOf = (name) => networks.of(name);
  }

  canActivate(context: ExecutionContext): boolean {
    context.switchToHttp().getRequest<ToolRequest>().networkOf = this.#networkOf;
    return true;
  }
}
