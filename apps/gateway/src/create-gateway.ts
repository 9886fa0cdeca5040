import { type Clock, createLogger, type Settings, systemClock } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { ApiDocument } from './docs/api-document';
import { GatewayModule } from './gateway.module';
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
): Promise<INestApplication> {
  const parts = { settings, logger: createLogger(settings), clock };
  const surfaces = [mcpSurface(settings), ...mirrorSurfaces(settings)];
  const app = await createApplication(GatewayModule.forRoot(parts), parts, surfaces);
  app.get(ApiDocument).attach(app);
  const adapter = app.getHttpAdapter() as FastPathExpressAdapter;
  for (const { method, path, shortcut } of app.get(MirrorShortcuts, { strict: false }).list())
    adapter.setShortcut(method, path, shortcut);
  return app;
}
