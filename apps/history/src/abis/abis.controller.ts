import { AbiSnapshotQuery } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { AbisService } from './abis.service';

@ApiTags('history')
@Controller()
export class AbisController {
  constructor(private readonly abis: AbisService) {}

  @ByGet('/v2/history/get_abi_snapshot')
  getAbiSnapshot(@Query() query: AbiSnapshotQuery): Promise<object> {
    return this.abis.getAbiSnapshot(query);
  }
}
