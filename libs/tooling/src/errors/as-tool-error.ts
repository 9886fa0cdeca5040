import { HttpException, HttpStatus, Logger } from '@nestjs/common';
import { ToolError } from './tool-error';
import { toolError } from './tool-errors';

const logger = new Logger('nest-tools');

/** The error that a client reads: refusals of guards by their status, and nothing of a defect, which is logged. */
export function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  if (error instanceof HttpException && error.getStatus() < 500) {
    const status = error.getStatus();
    return new ToolError(HttpStatus[status] ?? 'REFUSED', error.message, { status, retry: 'never' });
  }
  logger.error(error);
  return toolError('INTERNAL');
}
