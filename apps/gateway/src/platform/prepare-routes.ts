import { bucketOf, markBucket } from '@app/rate-limit';
import { validationPipe } from '@app/operations';
import { StartupError } from '@app/program';
import { errorInWords } from '@app/chain-tools';
import { type INestApplicationContext, RequestMethod, type Type, UsePipes } from '@nestjs/common';
import {
  METHOD_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { SurfaceTable } from './surface-table';
import { OTHER_PATHS } from './surfaces';

interface DeclaredRoute {
  readonly controller: Type<object>;
  readonly method: string;
  readonly handler: object;
  readonly verb: string;
  readonly path: string;
}

/** Bodies, queries and parameters. Inputs of tools are checked by their own fields. */
const VALIDATED = [RouteParamtypes.BODY, RouteParamtypes.QUERY, RouteParamtypes.PARAM];

/**
 * On the routes that declare something to validate: as a global pipe it would run for each parameter of all tools too,
 * without effect, for two promises each.
 */
const VALIDATION = validationPipe((problems) => errorInWords('INVALID_ARGUMENTS', problems));

/**
 * Puts each route without a bucket of its own into that of its surface, has what it declares validated, and ends the
 * start with the name of a route that has no bucket, that is on no surface, or that declares a body which its surface
 * does not parse.
 * @throws StartupError
 */
export function prepareRoutes(app: INestApplicationContext, surfaces: SurfaceTable): void {
  for (const route of routesOf(app)) {
    const { body, bucket } = surfaces.of(route.path);
    if (surfaces.of(route.path) === OTHER_PATHS) refuse(route, 'is on no surface (platform/surfaces.ts)');
    if (declares(route, RouteParamtypes.BODY) && (body === 'none' || body.isParsed !== true))
      refuse(route, 'declares @Body(), which its surface does not parse');
    if (VALIDATED.some((kind) => declares(route, kind))) validate(route);
    if (bucket === 'none' || bucketOf(route.handler, route.controller) !== undefined) continue;
    if (bucket === undefined) refuse(route, 'has no bucket: declare it with @Bucketed()');
    markBucket(route.handler, bucket);
  }
}

function refuse({ verb, path, controller, method }: DeclaredRoute, reason: string): never {
  throw new StartupError(`route ${verb} ${path} (${controller.name}.${method}) ${reason}`);
}

/** Once: a handler may be of several applications. */
function validate({ controller, method, handler }: DeclaredRoute): void {
  const pipes = (Reflect.getMetadata(PIPES_METADATA, handler) ?? []) as unknown[];
  if (pipes.includes(VALIDATION)) return;
  UsePipes(VALIDATION)(controller.prototype as object, method, { value: handler });
}

function routesOf(app: INestApplicationContext): DeclaredRoute[] {
  const discovery = new DiscoveryService(app.get(ModulesContainer));
  return discovery.getControllers().flatMap(({ metatype }) => {
    const controller = metatype as Type<object>;
    const prototype = controller.prototype as Record<string, object>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((method) => {
      const handler = prototype[method] as object;
      const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (verb === undefined) return [];
      return pathsOf(controller).flatMap((prefix) =>
        pathsOf(handler).map((rest) => ({
          ...{ controller, method, handler, verb: RequestMethod[verb] },
          path: joined(prefix, rest),
        })),
      );
    });
  });
}

const pathsOf = (target: object): string[] =>
  [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();

const joined = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

/** Parameters are kept by the kind and the place of each: `3:0` is a body. */
function declares({ controller, method }: DeclaredRoute, kind: RouteParamtypes): boolean {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return Object.keys(parameters).some((key) => key.startsWith(`${kind}:`));
}
