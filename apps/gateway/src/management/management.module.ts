import { Module } from '@nestjs/common';
import { NetworkModule } from '../network/network.module';
import { ManagementServer } from './management.server';

@Module({ imports: [NetworkModule], providers: [ManagementServer], exports: [ManagementServer] })
export class ManagementModule {}
