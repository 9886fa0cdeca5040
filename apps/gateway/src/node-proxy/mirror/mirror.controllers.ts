import type { ServerResponse } from 'node:http';
import type { NetworkName } from '@app/networks';
import { Bucketed } from '@app/rate-limit';
import { Controller, Get, Inject, Post, Req, Res, type Type, UseFilters } from '@nestjs/common';
import { MirrorErrorFilter } from './errors/mirror-error.filter';
import { type MirrorRequest, MirrorService } from './mirror.service';
import { MIRROR_ROOTS } from './networks';
import { describeRoute } from './openapi/describe-route';
import type { MirrorRoute } from './route';
import { MIRROR_ROUTES } from './routes/routes';

const VERBS = { GET: Get, POST: Post } as const;

/** A controller with one handler for each route and method of the table, below one prefix. */
function controllerOf({ prefix, network }: (typeof MIRROR_ROOTS)[number]): Type<object> {
  @Controller(prefix)
  @Bucketed('mirror')
  @UseFilters(MirrorErrorFilter)
  class MirrorController {
    constructor(@Inject(MirrorService) readonly mirror: MirrorService) {}
  }
  Object.defineProperty(MirrorController, 'name', { value: `MirrorController${prefix}` });
  for (const route of MIRROR_ROUTES) {
    for (const method of route.methods)
      addHandler(MirrorController.prototype, { route, method, network, prefix });
  }
  return MirrorController;
}

interface Handled {
  readonly route: MirrorRoute;
  readonly method: keyof typeof VERBS;
  readonly network: NetworkName;
  readonly prefix: string;
}

function addHandler(
  prototype: { readonly mirror: MirrorService },
  { route, method, network, prefix }: Handled,
): void {
  const name = `${method} ${route.path}`;
  const descriptor: TypedPropertyDescriptor<unknown> = {
    configurable: true,
    writable: true,
    value: function (this: { mirror: MirrorService }, request: MirrorRequest, response: ServerResponse) {
      return this.mirror.answer(route, network, request, response);
    },
  };
  Object.defineProperty(prototype, name, descriptor);
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
  Reflect.defineMetadata('design:paramtypes', [Object, Object], prototype, name);
  VERBS[method](route.path)(prototype, name, descriptor);
  describeRoute(route, method, prefix)(prototype, name, descriptor);
}

/** One controller for each prefix. */
export const MIRROR_CONTROLLERS: readonly Type<object>[] = MIRROR_ROOTS.map(controllerOf);
