import { Networks } from '@app/networks';
import { SETTINGS, type Settings } from '@app/operations';
import { toolError, toolErrorBecause } from '@app/tooling';
import { Controller, Get, Header, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { request } from 'undici';
import { SURFACE_PATHS } from '../../platform/surface-paths';
import { isOwnPage, servesThisMachineAlone } from './development-access';

/** A development chain on the same machine answers at once: one that does not is gone. */
const DEADLINE_MS = 3_000;

/**
 * The accounts of an embedded development chain with their keys, which are public, for the console to sign with. The
 * chain itself answers no page of another origin. There is no such route for other chains, beyond this machine, behind a
 * proxy, or for other pages. It is a POST, with which a browser always sends the origin of the page.
 */
@Controller(`${SURFACE_PATHS.console}/development`)
@ApiExcludeController()
export class DevelopmentController {
  constructor(
    private readonly networks: Networks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Below this path there is no page of the console. @throws ToolError */
  @Get(['', '*path'])
  none(@Req() { method, path }: Request): never {
    throw toolError('UNKNOWN_ROUTE', method, path.slice(0, 100));
  }

  @Post(':network/accounts')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async accounts(
    @Param('network') name: string,
    @Req() { headers, method, path }: Request,
  ): Promise<unknown> {
    const chain = this.networks.all().find((network) => network.name === name);
    const isServed = this.settings.console && servesThisMachineAlone(this.settings) && isOwnPage(headers);
    if (chain?.controlsUrl === undefined || !isServed) {
      throw toolError('UNKNOWN_ROUTE', method, path.slice(0, 100));
    }
    try {
      const { statusCode, body } = await request(`${new URL(chain.controlsUrl).origin}/devchain/accounts`, {
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      if (statusCode !== 200) {
        await body.dump();
        throw new Error(`status ${statusCode}`);
      }
      return await body.json();
    } catch (cause) {
      throw toolErrorBecause(cause, 'UPSTREAM_UNAVAILABLE', name, 'the development chain does not answer');
    }
  }
}
