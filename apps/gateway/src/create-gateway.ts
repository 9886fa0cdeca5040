import { type Clock, createLogger, type Settings, systemClock } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { ApiDocument } from './docs/api-document';
import { GatewayModule } from './gateway.module';
import { mcpSurface } from './mcp/mcp.surface';
import { mirrorSurfaces } from './node-proxy/mirror/mirror.surface';
import { createApplication } from './platform/create-application';

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
  return app;
}
