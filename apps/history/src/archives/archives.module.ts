import { Module } from '@nestjs/common';
import { ArchivesController } from './archives.controller';

@Module({ controllers: [ArchivesController] })
export class ArchivesModule {}
