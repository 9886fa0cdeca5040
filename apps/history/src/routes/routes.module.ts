import { Module } from '@nestjs/common';
import { BlocksController } from './blocks/get-blocks';
import { TokensController } from './get-tokens';
import { VotersController } from './get-voters';

/** Routes that are one file, or one folder, each: parameters, SQL, document. */
@Module({ controllers: [BlocksController, TokensController, VotersController] })
export class RoutesModule {}
