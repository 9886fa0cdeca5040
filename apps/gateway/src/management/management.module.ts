import { Module } from '@nestjs/common';
import { NetworksModule } from '../chains/networks.module';
import { ManagementServer } from './management.server';

@Module({ imports: [NetworksModule], providers: [ManagementServer], exports: [ManagementServer] })
export class ManagementModule {}
