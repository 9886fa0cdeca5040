import { RateLimitModule } from '@app/rate-limit';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { NetworksModule } from '../chains/networks.module';
import { KeptAnswersModule } from '../kept-answers/kept-answers.module';
import { Completion } from './context/completion';
import { ContextCatalogue } from './context/context-catalogue';
import { ContextMethods } from './context/context-methods';
import { ProposalPage } from './context/proposal-page';
import { Skills } from './context/skills';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';
import { MessageLimit } from './transport/message-limit';
import { MethodTable } from './protocols/method-table';
import { ServerDescription } from './protocols/server-description';
import { ToolCaller } from './tools/tool-caller';
import { ToolCatalogue } from './tools/tool-catalogue';

/** The tools of the whole application at POST /mcp. Knows none of them: it finds them by reflection. */
@Module({
  imports: [DiscoveryModule, NetworksModule, RateLimitModule, KeptAnswersModule],
  controllers: [McpController],
  providers: [
    McpService,
    MessageLimit,
    ServerDescription,
    Completion,
    ContextCatalogue,
    ContextMethods,
    Skills,
    ProposalPage,
    MethodTable,
    ToolCaller,
    ToolCatalogue,
  ],
})
export class McpModule {}
