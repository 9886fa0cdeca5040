import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';

export class HealthAnswer {
  @ApiProperty({ description: 'True when the worker is serving', example: true })
  ok!: boolean;
}

@ApiTags('Health')
@Controller('health')
export class HealthController {
  @Get()
  @ApiOperation({ operationId: 'health', summary: 'Whether this worker is serving' })
  @ApiOkResponse({ type: HealthAnswer, description: 'Serving' })
  health(): HealthAnswer {
    return { ok: true };
  }
}
