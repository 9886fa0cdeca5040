import { Module } from '@nestjs/common';
import { ManagementServer } from './management.server';

@Module({ providers: [ManagementServer], exports: [ManagementServer] })
export class ManagementModule {}
