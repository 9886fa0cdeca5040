import { Controller, Get, HttpCode, Post, Redirect } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import { HealthService } from './health.service';
import { SUPPORTED_APIS } from './supported-apis';

@ApiTags('health')
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('v2/health')
  @ApiOperation({ summary: 'Health of the node and its index' })
  getHealth(): Promise<object> {
    return this.health.getHealth();
  }

  @Get('v1/chain/get_info')
  @ApiOperation({ summary: 'Head of the index' })
  getInfo(): Promise<object> {
    return this.health.getInfo();
  }

  @Post('v1/chain/get_info')
  @HttpCode(200)
  @ApiOperation({ summary: 'Head of the index' })
  postInfo(): Promise<object> {
    return this.health.getInfo();
  }

  @Get('v1/node/get_supported_apis')
  @ApiOperation({ summary: 'Paths of this node' })
  getSupportedApis(): object {
    return { apis: SUPPORTED_APIS };
  }

  @Post('v1/node/get_supported_apis')
  @HttpCode(200)
  @ApiOperation({ summary: 'Paths of this node' })
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
