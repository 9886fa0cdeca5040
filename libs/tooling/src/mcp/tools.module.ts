import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { ToolErrorFilter } from '../errors/tool-error.filter';
import { McpApplication, type ServerIdentity } from './mcp-application';
import { ALLOWED_ORIGINS, McpController } from './mcp.controller';
import { McpService } from './mcp.service';
import { MethodTable } from './protocols/method-table';
import { ToolCaller } from './tools/tool-caller';
import { ToolCatalogue } from './tools/tool-catalogue';

/** Serves the tools of an application over MCP, for one with a controller of its own. They need McpApplication. */
export const MCP_PROVIDERS = [McpService, MethodTable, ToolCaller, ToolCatalogue];

/** An application as clients over MCP learn of it. */
export interface ServedTools extends ServerIdentity {
  /** For models: rules that hold across tools. */
  readonly instructions?: string;
  /** Origins of web pages that may call; by default none. */
  readonly origins?: readonly string[];
}

/** The tools of all controllers at POST /mcp, and `{error, code}` for every error of the routes. */
@Module({})
export class ToolsModule {
  static forRoot({ instructions, origins = [], ...identity }: ServedTools): DynamicModule {
    return {
      module: ToolsModule,
      imports: [DiscoveryModule],
      controllers: [McpController],
      providers: [
        ...MCP_PROVIDERS,
        { provide: McpApplication, useValue: new McpApplication(identity, instructions) },
        { provide: ALLOWED_ORIGINS, useValue: origins },
        { provide: APP_FILTER, useClass: ToolErrorFilter },
      ],
    };
  }
}
