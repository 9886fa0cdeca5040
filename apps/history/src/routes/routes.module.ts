import { Module } from '@nestjs/common';
import { TokensController } from './get-tokens';
import { VotersController } from './get-voters';

/** Routes that are one file each: parameters, SQL, document. */
@Module({ controllers: [TokensController, VotersController] })
export class RoutesModule {}
