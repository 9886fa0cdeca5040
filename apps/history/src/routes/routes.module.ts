import { Module } from '@nestjs/common';
import { BlocksController } from './blocks/get-blocks';
import { TokensController } from './get-tokens';
import { TopHoldersController } from './get-top-holders';
import { VoterScopesController } from './get-voter-scopes';
import { VotersController } from './get-voters';
import { ActionUsageController } from './stats/get-action-usage';
import { ResourceUsageController } from './stats/get-resource-usage';
import { TrxCountController } from './stats/get-trx-count';
import { TableRowsController } from './table-rows/get-table-rows';
import { TableStateController } from './table-rows/get-table-state';

/** Routes that are one file, or one folder, each: parameters, SQL, document. */
@Module({
  controllers: [
    ActionUsageController,
    BlocksController,
    ResourceUsageController,
    TableRowsController,
    TableStateController,
    TokensController,
    TopHoldersController,
    TrxCountController,
    VoterScopesController,
    VotersController,
  ],
})
export class RoutesModule {}
