import { RateLimitModule } from '@app/rate-limit';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { NetworksModule } from '../chain/networks.module';
import { Completion } from './completion';
import { ContextCatalogue } from './context-catalogue';
import { ContextMethods } from './context-methods';
import { InitializeProtocol } from './initialize-protocol';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';
import { MessageLimit } from './message-limit';
import { StatelessProtocol } from './stateless-protocol';
import { ServerDescription } from './server-description';
import { ToolCaller } from './tool-caller';
import { ToolCatalogue } from './tool-catalogue';

/** The tools of the whole application at POST /mcp. Knows none of them: it finds them by reflection. */
@Module({
  imports: [DiscoveryModule, NetworksModule, RateLimitModule],
  controllers: [McpController],
  providers: [
    McpService,
    MessageLimit,
    ServerDescription,
    Completion,
    ContextCatalogue,
    ContextMethods,
    InitializeProtocol,
    StatelessProtocol,
    ToolCaller,
    ToolCatalogue,
  ],
})
export class McpModule {}
