import {
  type Clock,
  createLogger,
  type RandomBelow,
  type Settings,
  type Tracing,
  systemClock,
  systemRandom,
} from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { buildOf } from './management/build';
import { ApiDocument } from './docs/api-document';
import { GatewayModule } from './gateway.module';
import { ToolShortcuts } from './kept-answers/tool-shortcuts';
import { mcpSurface } from './mcp/mcp.surface';
import { MirrorShortcuts } from './node-proxy/mirror/mirror-shortcuts';
import { mirrorSurfaces } from './node-proxy/mirror/mirror.surface';
import { createApplication } from './platform/create-application';
import type { FastPathExpressAdapter } from './platform/fast-path/fast-path-express.adapter';

/**
 * The whole gateway, ready to listen: what main.ts runs and what tests talk to.
 * @throws what a module throws when it cannot start: StartupError, ConfigurationError
 */
export async function createGateway(
  settings: Settings,
  clock: Clock = systemClock,
  random: RandomBelow = systemRandom,
): Promise<INestApplication> {
  const logger = createLogger(settings);
  const parts = { settings, logger, clock, random, tracing: await tracingOf(settings) };
  const surfaces = [mcpSurface(settings), ...mirrorSurfaces(settings)];
  const app = await createApplication(GatewayModule.forRoot(parts), parts, surfaces);
  app.get(ApiDocument).attach(app);
  const adapter = app.getHttpAdapter() as FastPathExpressAdapter;
  const shortcuts = [MirrorShortcuts, ToolShortcuts].flatMap((of) => [
    ...app.get(of, { strict: false }).list(),
  ]);
  for (const { method, path, shortcut } of shortcuts) adapter.setShortcut(method, path, shortcut);
  return app;
}

/** OpenTelemetry is loaded where it is used alone: it costs time and memory at the start. */
async function tracingOf(settings: Settings): Promise<Tracing | undefined> {
  if (settings.tracing === undefined) return undefined;
  const { OtlpTracing } = await import('@app/tracing');
  return new OtlpTracing(settings.tracing, buildOf(settings).version);
}
