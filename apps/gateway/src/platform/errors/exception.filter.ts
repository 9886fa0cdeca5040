import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { sendJson } from '../fast-path/fast-path-reply';
import type { GatewayResponse } from '../fast-path/express-prototypes';
import { refusalOf } from './refusal';

/**
 * Prints `{error}` for everything that goes wrong on the way to an answer. The cause is left on the
 * answer for the one log line of the request; nothing of it reaches the client.
 */
@Catch()
export class ErrorAnswerFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<GatewayResponse>();
    response.failure = error;
    // Half an answer is out: the only honest end is a broken one.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, headers, message } = refusalOf(error);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.statusCode = status;
    sendJson(response, { error: message });
  }
}
