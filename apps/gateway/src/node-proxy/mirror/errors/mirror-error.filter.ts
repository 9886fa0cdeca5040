import type { ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Surface } from '../../../platform/surface';
import { asMirrorError } from './as-mirror-error';

interface MirrorRequest {
  readonly surface: Surface;
}

interface MirrorResponse extends ServerResponse {
  /** The error that was answered, for the one log line of the request. */
  failure: unknown;
}

/** Answers every error of the mirror in the shape that the clients of a node read. */
@Catch()
export class MirrorErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<MirrorResponse>();
    response.failure = error;
    // Headers already sent: abort the connection.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refusal = asMirrorError(error);
    const text = JSON.stringify(http.getRequest<MirrorRequest>().surface.errorBody(refusal));
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
    response.statusCode = refusal.status;
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  }
}
