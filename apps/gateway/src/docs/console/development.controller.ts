import { Networks } from '@app/networks';
import { SETTINGS, type Settings } from '@app/operations';
import { toolError, toolErrorBecause } from '@app/tooling';
import { Controller, Get, Header, Inject, Param, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { request } from 'undici';
import { SURFACE_PATHS } from '../../platform/surface-paths';
import { isOwnPage, listensOnLoopback } from './development-access';

/** A development chain on the same machine answers at once: one that does not is gone. */
const DEADLINE_MS = 3_000;

/**
 * The accounts of an embedded development chain with their keys, which are public, for the console to sign with. The
 * chain itself answers no page of another origin. There is no such route for other chains, beyond this machine, or for
 * other pages.
 */
@Controller(`${SURFACE_PATHS.console}/development`)
@ApiExcludeController()
export class DevelopmentController {
  constructor(
    private readonly networks: Networks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get(':network/accounts')
  @Header('Cache-Control', 'no-store')
  async accounts(
    @Param('network') name: string,
    @Req() { headers, method, path }: Request,
  ): Promise<unknown> {
    const chain = this.networks.all().find((network) => network.name === name);
    const isServed = this.settings.console && listensOnLoopback(this.settings) && isOwnPage(headers);
    if (chain?.controlsUrl === undefined || !isServed) {
      throw toolError('UNKNOWN_ROUTE', method, path.slice(0, 100));
    }
    try {
      const { body } = await request(`${new URL(chain.controlsUrl).origin}/devchain/accounts`, {
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      return await body.json();
    } catch (cause) {
      throw toolErrorBecause(cause, 'UPSTREAM_UNAVAILABLE', name, 'the development chain does not answer');
    }
  }
}
