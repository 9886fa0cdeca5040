import { Module } from '@nestjs/common';
import { AbisController } from './abis.controller';
import { AbisService } from './abis.service';

@Module({ controllers: [AbisController], providers: [AbisService] })
export class AbisModule {}
