import { RateLimitModule } from '@app/rate-limit';
import { MCP_PROVIDERS, McpApplication } from '@app/tooling';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { NetworksModule } from '../chains/networks.module';
import { KeptAnswersModule } from '../kept-answers/kept-answers.module';
import { Completion } from './context/completion';
import { ContextCatalogue } from './context/context-catalogue';
import { ContextMethods } from './context/context-methods';
import { ProposalPage } from './context/proposal-page';
import { Skills } from './context/skills';
import { GatewayMcp } from './gateway-mcp';
import { McpController } from './mcp.controller';
import { MessageLimit } from './transport/message-limit';
import { ServerDescription } from './server-description';

/** The tools of the whole application at POST /mcp. Knows none of them: it finds them by reflection. */
@Module({
  imports: [DiscoveryModule, NetworksModule, RateLimitModule, KeptAnswersModule],
  controllers: [McpController],
  providers: [
    ...MCP_PROVIDERS,
    { provide: McpApplication, useClass: GatewayMcp },
    MessageLimit,
    ServerDescription,
    Completion,
    ContextCatalogue,
    ContextMethods,
    Skills,
    ProposalPage,
  ],
})
export class McpModule {}
