import { Module } from '@nestjs/common';
import { ChainsModule } from '../chains/chains.module';
import { ManagementServer } from './management.server';

@Module({ imports: [ChainsModule], providers: [ManagementServer], exports: [ManagementServer] })
export class ManagementModule {}
