import { AbiSnapshotQuery } from '@app/node-api';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AbisService } from './abis.service';

@ApiTags('history')
@Controller('v2/history')
export class AbisController {
  constructor(private readonly abis: AbisService) {}

  @Get('get_abi_snapshot')
  @ApiOperation({ summary: 'ABI of a contract as of a block' })
  getAbiSnapshot(@Query() query: AbiSnapshotQuery): Promise<object> {
    return this.abis.getAbiSnapshot(query);
  }
}
