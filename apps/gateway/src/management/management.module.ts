import { Module } from '@nestjs/common';
import { ChainsModule } from '../chains/chains.module';
import { ReloadModule } from '../reload/reload.module';
import { ManagementServer } from './management.server';

@Module({ imports: [ChainsModule, ReloadModule], providers: [ManagementServer], exports: [ManagementServer] })
export class ManagementModule {}
