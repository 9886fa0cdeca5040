import { parseJsonObject } from './json-body';
import { readBody } from './body-reader';
import type { GatewayHandler, WithBody } from './lean-express.adapter';

const TOOLS = '/v1/tools/';

/**
 * The tool routes get their body as a JSON object, read before Nest sees the request. Every other
 * route reads its own: the surfaces behind them have error shapes of their own.
 */
export function toolBodies(maxBytes: number): WithBody {
  return (path, handler) => (path.startsWith(TOOLS) ? withJsonObject(maxBytes, handler) : handler);
}

function withJsonObject(maxBytes: number, handler: GatewayHandler): GatewayHandler {
  return (request, response, next) => {
    readBody(request, maxBytes, (bytes) => {
      const body = bytes instanceof Error ? bytes : parseJsonObject(bytes);
      if (body instanceof Error) {
        next(body);
        return;
      }
      request.body = body;
      void handler(request, response, next);
    });
  };
}
