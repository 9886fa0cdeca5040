import { answerHalfClosed, type Settings } from '@app/operations';
import type { Express } from 'express';
import { answerClientError } from '../../http/client-error';
import {
  createExpressServer,
  type GatewayRequest,
  type GatewayResponse,
  type GatewayServer,
} from './express-prototypes';

/** How long a client may take to send the head of a request, and all of it, and to begin the next one (0: no limit). */
export type RequestTimeouts = Pick<
  Settings['clientLimits'],
  'headersTimeoutMs' | 'requestTimeoutMs' | 'keepAliveMs'
>;

/** Interval of Node's check for requests that take too long. */
const LOOK_FOR_SLOW_MS = 1_000;

/**
 * A server with the limits of this gateway that hands every request to `take`, whatever its Expect header says, except
 * those to change the protocol that `takesUpgrade` accepts: they are an event `upgrade`.
 */
export function createGatewayServer(
  express: Express,
  timeouts: RequestTimeouts,
  take: (request: GatewayRequest, response: GatewayResponse) => void,
  takesUpgrade: (request: GatewayRequest) => boolean,
): GatewayServer {
  const server = createExpressServer(
    express,
    {
      headersTimeout: timeouts.headersTimeoutMs,
      requestTimeout: timeouts.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(LOOK_FOR_SLOW_MS, timeouts.headersTimeoutMs),
      keepAliveTimeout: timeouts.keepAliveMs,
      noDelay: true,
      // Node's own answer to a request without Host has no body: `headFault` refuses it.
      requireHostHeader: false,
      // All others are answered as if they asked for no other protocol. Source: RFC 9110 7.8.
      shouldUpgradeCallback: (request) => takesUpgrade(request as GatewayRequest),
    },
    take,
  );
  // Without these two listeners Node sends "100 Continue" for any head, or answers 417 without a body.
  server.on('checkContinue', (request: GatewayRequest, response: GatewayResponse) => {
    request.awaitsContinue = true;
    take(request, response);
  });
  server.on('checkExpectation', take);
  server.on('clientError', answerClientError);
  answerHalfClosed(server);
  return server;
}
