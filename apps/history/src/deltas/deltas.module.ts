import { Module } from '@nestjs/common';
import { DeltasController } from './deltas.controller';
import { DeltasService } from './deltas.service';

@Module({ controllers: [DeltasController], providers: [DeltasService] })
export class DeltasModule {}
