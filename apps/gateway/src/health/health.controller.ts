import { ErrorAnswer } from '@app/chain-tools';
import { Controller, Get } from '@nestjs/common';
import {
  ApiMethodNotAllowedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { SURFACE_PATHS } from '../platform/surface-paths';

export class HealthAnswer {
  @ApiProperty({ description: 'True when the worker is serving', example: true })
  ok!: boolean;
}

@ApiTags('Health')
@Controller(SURFACE_PATHS.health)
export class HealthController {
  @Get()
  @ApiOperation({
    operationId: 'health',
    summary: 'Whether this worker is serving',
    description: 'Answers as long as the process serves requests. It does not ask a node or Redis.',
  })
  @ApiOkResponse({ type: HealthAnswer, description: 'Serving' })
  @ApiMethodNotAllowedResponse({ type: ErrorAnswer, description: 'Another method than GET (Allow)' })
  health(): HealthAnswer {
    return { ok: true };
  }
}
