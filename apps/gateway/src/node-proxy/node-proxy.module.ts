import { Module } from '@nestjs/common';
import { NetworkModule } from '../network/network.module';
import { ContractTables } from './contract-tables';
import { MirrorModule } from './mirror/mirror.module';
import { NodeProxyController } from './node-proxy.controller';
import { NodeProxyResources } from './node-proxy.resources';
import { NodeProxyService } from './node-proxy.service';

@Module({
  imports: [MirrorModule, NetworkModule],
  controllers: [NodeProxyController],
  providers: [NodeProxyService, NodeProxyResources, ContractTables],
})
export class NodeProxyModule {}
