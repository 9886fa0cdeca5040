import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { AnswerText } from '@app/tooling';
import { sendJsonText } from '../../json/send-texts';
import type { GatewayRequest, GatewayResponse } from '../fast-path/express-prototypes';
import { refusalOf } from './refusal';

/**
 * Answers every error in the error shape of the request's surface. The cause is left on the
 * answer for the one log line of the request; nothing of it reaches the client.
 */
@Catch()
export class ErrorAnswerFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<GatewayResponse>();
    response.failure = error;
    // Headers already sent: abort the connection.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refusal = refusalOf(error);
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
    response.statusCode = refusal.status;
    sendJsonText(response, new AnswerText(http.getRequest<GatewayRequest>().surface.errorBody(refusal)));
  }
}
