import { createLogger, OperationsModule } from '@app/operations';
import { Module } from '@nestjs/common';
import { GatewayModule } from '../../../../apps/gateway/src/gateway.module';
import { mcpSurface } from '../../../../apps/gateway/src/mcp/mcp.surface';
import { mirrorSurfaces } from '../../../../apps/gateway/src/node-proxy/mirror/mirror.surface';
import { createApplication } from '../../../../apps/gateway/src/platform/create-application';
import { gatewaySettings, listening, type RunningGateway } from '../../../harness/gateway/start-gateway';
import { ConformanceContext, ConformanceTools } from './fixtures';

@Module({ imports: [GatewayModule], controllers: [ConformanceTools], providers: [ConformanceContext] })
class ConformanceModule {}

/** The whole gateway in front of a node, with the tools, resources and prompts of the conformance suite. */
export async function startConformingGateway(nodeUrl: string): Promise<RunningGateway> {
  const settings = gatewaySettings(nodeUrl);
  const parts = { settings, logger: createLogger(settings) };
  const root = { module: ConformanceModule, imports: [OperationsModule.forRoot(parts)] };
  return listening(await createApplication(root, parts, [mcpSurface(settings), ...mirrorSurfaces(settings)]));
}
