import { Module } from '@nestjs/common';
import { ChainModule } from '../chain/chain.module';
import { NodeProxyController } from './node-proxy.controller';
import { NodeProxyService } from './node-proxy.service';

@Module({ imports: [ChainModule], controllers: [NodeProxyController], providers: [NodeProxyService] })
export class NodeProxyModule {}
