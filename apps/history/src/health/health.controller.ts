import { Controller, Get, Redirect } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ByGet, ByPost } from '../http/node-route.decorator';
import { HealthService } from './health.service';
import { SUPPORTED_APIS } from './supported-apis';

@ApiTags('health')
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @ByGet('/v2/health', 'Health of the node and its index')
  getHealth(): Promise<object> {
    return this.health.getHealth();
  }

  @ByGet('/v1/chain/get_info', 'Head of the index')
  getInfo(): Promise<object> {
    return this.health.getInfo();
  }

  @ByPost('/v1/chain/get_info', 'Head of the index')
  postInfo(): Promise<object> {
    return this.health.getInfo();
  }

  @ByGet('/v1/node/get_supported_apis', 'Paths of this node')
  getSupportedApis(): object {
    return { apis: SUPPORTED_APIS };
  }

  @ByPost('/v1/node/get_supported_apis', 'Paths of this node')
  postSupportedApis(): object {
    return { apis: SUPPORTED_APIS };
  }

  @Get()
  @ApiOperation({ summary: 'Version and chain' })
  getRoot(): Promise<object> {
    return this.health.getRoot();
  }

  @Get('v2')
  @Redirect('/v2/docs')
  @ApiExcludeEndpoint()
  getDocs(): void {
    // The decorator answers.
  }
}
