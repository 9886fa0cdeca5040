import { readBody } from './body-reader';
import { parseJsonObject } from './json-body';
import type { GatewayHandler, WithBody } from './lean-express.adapter';
import type { GatewayRequest } from './preset-server';

const TOOLS = '/v1/tools/';

/**
 * The tool routes get a function that reads their body as a JSON object: it is called when the guards have
 * let the request pass. Every other route reads its own: the surfaces behind them have error shapes of
 * their own.
 */
export function toolBodies(maxBytes: number): WithBody {
  return (path, handler) => (path.startsWith(TOOLS) ? withJsonObject(maxBytes, handler) : handler);
}

function withJsonObject(maxBytes: number, handler: GatewayHandler): GatewayHandler {
  return (request, response, next) => {
    request.body = () => jsonObject(request, maxBytes);
    return handler(request, response, next);
  };
}

/** The object, or the error to answer. */
function jsonObject(request: GatewayRequest, maxBytes: number): Promise<object> {
  return new Promise((resolve) => {
    readBody(request, maxBytes, (bytes) => {
      resolve(bytes instanceof Error ? bytes : parseJsonObject(bytes));
    });
  });
}
