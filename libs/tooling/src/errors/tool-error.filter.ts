import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { asToolError } from './as-tool-error';

/** Answers every error of a route as `{error, code}`. */
@Catch()
export class ToolErrorFilter implements ExceptionFilter {
  catch(cause: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<ServerResponse>();
    const { status, message, code } = asToolError(cause);
    response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify({ error: message, code }));
  }
}
