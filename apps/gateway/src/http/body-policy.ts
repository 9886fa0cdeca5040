import { readBody } from './body-reader';
import { parseJsonObject } from './json-body';
import type { GatewayHandler, WithBody } from './lean-express.adapter';
import type { GatewayRequest } from './preset-server';

const TOOLS = '/v1/tools/';

/**
 * The tool routes get their body as a JSON object, read before Nest sees the request. Every other
 * route reads its own: the surfaces behind them have error shapes of their own.
 */
export function toolBodies(maxBytes: number): WithBody {
  return (path, handler) => (path.startsWith(TOOLS) ? withJsonObject(maxBytes, handler) : handler);
}

/** A body that cannot be read is no way around the buckets: its error goes through the guards in its place. */
function withJsonObject(maxBytes: number, handler: GatewayHandler): GatewayHandler {
  return async (request, response, next) => {
    request.body = await jsonObject(request, maxBytes);
    await handler(request, response, next);
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
