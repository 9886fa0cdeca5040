import { Module } from '@nestjs/common';
import { MissedBlocksController } from './missed-blocks.controller';
import { MissedBlocksService } from './missed-blocks.service';

@Module({ controllers: [MissedBlocksController], providers: [MissedBlocksService] })
export class MissedBlocksModule {}
