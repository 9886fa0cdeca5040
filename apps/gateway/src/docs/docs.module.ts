import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { NetworksModule } from '../chains/networks.module';
import { ApiDocument } from './api-document';
import { DocsPages } from './docs-pages';
import { DocsController } from './docs.controller';
import { LandingController } from './landing.controller';

/** The start page, Swagger UI and the OpenAPI document. */
@Module({
  imports: [DiscoveryModule, NetworksModule],
  controllers: [LandingController, DocsController],
  providers: [ApiDocument, DocsPages],
})
export class DocsModule {}
