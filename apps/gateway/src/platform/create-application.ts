import type { Server } from 'node:http';
import { applicationOptions, Metrics, type OperationsParts } from '@app/operations';
import { clientAddressReader, peerReader } from '@app/rate-limit';
import { startToolCounts } from '@app/chain-tools';
import { toolNames } from '@app/tooling';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BodyBudget } from './body/body-budget';
import { requestBodies } from './body/request-bodies';
import { limitConnections } from './connections/connection-limits';
import { FastPathExpressAdapter } from './fast-path/fast-path-express.adapter';
import { ParsedBodies } from './parsed-bodies.guard';
import { RequestObserver } from './request-observer';
import { prepareRoutes } from './prepare-routes';
import type { Surface } from './surface';
import { SurfaceTable } from './surface-table';
import { platformSurfaces } from './surfaces';

/**
 * The platform under any modules with PlatformModule among them, ready to listen. `surfaces` are those of
 * features, besides the ones of the platform.
 * @throws StartupError for a route that has no bucket or no surface
 */
export async function createApplication(
  root: DynamicModule,
  { settings, logger }: OperationsParts,
  surfaces: readonly Surface[] = [],
): Promise<INestApplication> {
  const { clientLimits, trustedProxies } = settings;
  const budget = new BodyBudget(clientLimits.bodyBytesInFlight);
  const clientAddress = clientAddressReader(trustedProxies);
  const table = new SurfaceTable([...platformSurfaces(settings), ...surfaces]);
  const adapter = new FastPathExpressAdapter(table, requestBodies({ budget, clientAddress }), clientLimits);
  const app = await NestFactory.create(root, adapter, applicationOptions(logger));
  prepareRoutes(app, table);
  app.useGlobalGuards(new ParsedBodies());
  const observer = app.get(RequestObserver);
  adapter.setOnRequest((request, response) => observer.onRequest(request, response));
  const metrics = app.get(Metrics);
  for (const tool of toolNames(app)) startToolCounts(metrics, tool);
  metrics.gauge('gateway_body_bytes_in_flight', 'Bytes of unfinished request bodies', () => budget.used);
  limitConnections(app.getHttpServer() as Server, clientLimits, peerReader(trustedProxies), (reason) =>
    metrics.connectionsEnded.inc({ reason }),
  );
  adapter.turns.setOnEnded(() => metrics.connectionsEnded.inc({ reason: 'pipelined' }));
  return app.init();
}
