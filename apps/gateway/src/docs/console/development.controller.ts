import { Networks } from '@app/networks';
import { SETTINGS, type Settings } from '@app/operations';
import { toolError, toolErrorBecause } from '@app/chain-tools';
import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type * as express from 'express';
import { request } from 'undici';
import { SURFACE_PATHS } from '../../platform/surface-paths';
import { isOwnPage, servesThisMachineAlone } from './development-access';

/** A development chain on the same machine answers at once, also after a thousand blocks: one that does not is gone. */
const DEADLINE_MS = 10_000;

type Route = `${'GET' | 'POST'} ${string}`;

/** Controls of the page of a development chain, with the routes of its admin API. No other one is passed on. */
const CONTROLS: Readonly<Record<string, Route>> = {
  accounts: 'GET accounts',
  status: 'GET status',
  snapshots: 'GET snapshot',
  fund: 'POST fund',
  price: 'POST price',
  'advance-time': 'POST advance-time',
  'produce-blocks': 'POST produce-blocks',
  'pause-simulation': 'POST pause-simulation',
  'resume-simulation': 'POST resume-simulation',
  'send-bitcoin': 'POST send-bitcoin',
  'mine-bitcoin': 'POST mine-bitcoin',
  snapshot: 'POST snapshot',
  restore: 'POST restore',
};

/**
 * Accounts with their keys, which are public, and controls of an embedded development chain, for the console. The chain
 * itself answers no page of another origin. There is no such route for other chains, beyond this machine, behind a proxy,
 * or for other pages. It is a POST, with which a browser always sends the origin of the page.
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
  none(@Req() { method, path }: express.Request): never {
    throw toolError('UNKNOWN_ROUTE', method, path.slice(0, 100));
  }

  @Post(':network/:control')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  control(
    @Param('network') name: string,
    @Param('control') control: string,
    @Body() body: object,
    @Req() { headers, method, path, socket }: express.Request,
  ): Promise<unknown> {
    const chain = this.networks.all().find((network) => network.name === name);
    const route = Object.hasOwn(CONTROLS, control) ? CONTROLS[control] : undefined;
    const isServed =
      this.settings.console &&
      servesThisMachineAlone(this.settings) &&
      isOwnPage(headers, socket.remoteAddress);
    if (chain?.controlsUrl === undefined || route === undefined || !isServed) {
      throw toolError('UNKNOWN_ROUTE', method, path.slice(0, 100));
    }
    const [verb, adminPath = ''] = route.split(' ');
    const url = `${new URL(chain.controlsUrl).origin}/devchain/${adminPath}`;
    return passOn(name, url, verb === 'GET' ? undefined : JSON.stringify(body));
  }
}

/** The answer of the chain. @throws ToolError */
async function passOn(network: string, url: string, body: string | undefined): Promise<unknown> {
  const { statusCode, answer } = await send(url, body).catch((cause: unknown) => {
    throw toolErrorBecause(cause, 'UPSTREAM_UNAVAILABLE', network, 'the development chain does not answer');
  });
  if (statusCode === 200) return answer;
  throw toolError('UPSTREAM_REFUSED', (answer as { error: string }).error);
}

/** @throws Error for answers that are neither a success nor the refusal of an input */
async function send(
  url: string,
  body: string | undefined,
): Promise<{ readonly statusCode: number; readonly answer: unknown }> {
  const answer = await request(url, {
    signal: AbortSignal.timeout(DEADLINE_MS),
    ...(body !== undefined && { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  });
  const { statusCode } = answer;
  if (statusCode === 200 || statusCode === 400) return { statusCode, answer: await answer.body.json() };
  await answer.body.dump();
  throw new Error(`status ${statusCode}`);
}
