import type { HttpReply } from '../http/http-server';
import type { RoutedRequest, Surface } from '../http/router';
import { ChainError } from '../kernel/sdk/errors/chain-error';
import { AdminError } from './admin-error';
import { nonLocalReason } from './loopback';

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Answers of the admin API: an error is `{ "error": "..." }`. */
export function adminSurface(
  isRemoteAllowed: boolean,
  logFailure: (path: string, error: unknown) => void,
): Surface {
  return {
    refusal: (request) => originRefusal(request, isRemoteAllowed),
    wrongMethod: ({ path, method }, methods) => {
      const allow = methods.join(', ');
      return {
        ...errorReply(405, `${path} takes ${allow}, not ${method}`),
        headers: { allow, ...JSON_HEADERS },
      };
    },
    failure: (error, { path }) => {
      if (error instanceof AdminError) return errorReply(400, error.message);
      if (error instanceof ChainError) return errorReply(400, chainReason(error));
      logFailure(path, error);
      return errorReply(500, 'unexpected failure: see the log of the development chain');
    },
  };
}

export function jsonReply(status: number, body: object): HttpReply {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

function errorReply(status: number, error: string): HttpReply {
  return jsonReply(status, { error });
}

function originRefusal(request: RoutedRequest, isRemoteAllowed: boolean): HttpReply | undefined {
  if (request.host?.includes(',') === true)
    return errorReply(400, 'the request has more than one Host header');
  const reason = isRemoteAllowed ? undefined : nonLocalReason(request);
  return reason === undefined
    ? undefined
    : errorReply(403, `the admin API answers this machine only, and ${reason}: DEVCHAIN_ALLOW_REMOTE`);
}

/** The message of the contract. */
function chainReason({ message }: ChainError): string {
  return message.replace('assertion failure with message: ', '');
}
