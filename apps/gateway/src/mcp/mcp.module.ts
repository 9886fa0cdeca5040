import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { NetworksModule } from '../chain/networks.module';
import { HandshakeEra } from './handshake-era';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';
import { Instructions } from './instructions';
import { ModernEra } from './modern-era';
import { ToolCaller } from './tool-caller';
import { ToolCatalogue } from './tool-catalogue';

/** The tools of the whole application at POST /mcp. Knows none of them: it finds them by reflection. */
@Module({
  imports: [DiscoveryModule, NetworksModule],
  controllers: [McpController],
  providers: [McpService, HandshakeEra, Instructions, ModernEra, ToolCaller, ToolCatalogue],
})
export class McpModule {}
