import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { NetworksModule } from '../chains/networks.module';
import { ApiDocument } from './api-document';
import { ConsolePages } from './console/console-pages';
import { ConsoleController } from './console/console.controller';
import { DevelopmentController } from './console/development.controller';
import { DocsPages } from './docs-pages';
import { DocsController } from './docs.controller';
import { GuideController } from './guide/guide.controller';
import { LandingController } from './landing.controller';

/** The start page, Swagger UI, the OpenAPI document, the guide and the console. */
@Module({
  imports: [DiscoveryModule, NetworksModule],
  controllers: [LandingController, DocsController, GuideController, DevelopmentController, ConsoleController],
  providers: [ApiDocument, DocsPages, ConsolePages],
})
export class DocsModule {}
