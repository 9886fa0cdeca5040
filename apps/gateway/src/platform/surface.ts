import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Bucket } from '@app/rate-limit';
import type { ToolError } from '@app/tooling';
import type { AnswerText } from '@app/tooling';
import type { NotFound } from './errors/not-found';
import type { ErrorBody } from './errors/refusal';

/**
 * How the HTTP server treats a group of paths. A new surface is a new row of the table: see surfaces.ts for the
 * rows of the platform; a feature whose policy needs its own code passes its row to `createApplication`.
 */
export interface Surface {
  /** Paths of the surface besides those of its prefixes. */
  readonly paths?: readonly string[];
  /** Every path that begins with one of these belongs to the surface; of two prefixes the longer one counts. */
  readonly prefixes: readonly string[];
  readonly body: BodyPolicy;
  /**
   * Bucket of its routes that declare none; `none`: they are not limited, or count their requests themselves. Where it is
   * left out, each route has to declare one.
   */
  readonly bucket?: Bucket | 'none';
  readonly cors: CorsPolicy;
  /** Its answers are pages for browsers, which run and load what the policy allows. */
  readonly isPage: boolean;
  /** Content security policy of its pages where it is not that of Swagger UI. */
  readonly pagePolicy?: string;
  /** JSON body of an error that is thrown, or found before a handler is called. */
  readonly errorBody: ErrorBody;
  /** Error of a request that matches no route. */
  readonly notFound: NotFound;
  /** Requests to change to the websocket protocol go to the listener of the server's event `upgrade`. */
  readonly takesUpgrades?: boolean;
  /** Label `route` in the metrics of requests that match no route. */
  readonly unmatchedLabel: string;
}

/** How a handler gets the body of its request: not at all, parsed, or by a function in `request.body` (see ReadBody). */
export type BodyPolicy =
  | 'none'
  | {
      readonly as: 'json object' | 'bytes';
      readonly maxBytes: number;
      /** Parsed before the guards and parameters of a controller, which takes it by `@Body()` as in any Nest service. */
      readonly isParsed?: true;
    };

/** Pages that may read the answers: all, or those of the origins that pass. The second one is for surfaces without `*`. */
export type CorsPolicy = 'any' | ((origin: string) => boolean);

/** Reads the body of a request once, at most `maxBytes` of it. The value is the error to answer when it is refused. */
export type ReadBody<T> = (maxBytes?: number) => Promise<T | ToolError>;

/** A request as a shortcut sees it. */
export interface ShortcutRequest extends IncomingMessage {
  readonly originalUrl: string;
  /** Reads the body, where the surface has one: see ReadBody. */
  body: unknown;
  isCounted: boolean;
}

/** Its response. */
export interface ShortcutResponse extends ServerResponse {
  /** Called with the JSON of the answer, when the handler answers with success. */
  onAnswer: ((text: AnswerText) => void) | undefined;
}

/** A response that stays open until one side ends it: an end of the client is no failure, its duration no latency. */
export interface StreamResponse extends ServerResponse {
  isStream: boolean;
}

/**
 * Called instead of the handler of a route, before Nest: answers a request that needs no guard, pipe or filter, or
 * calls `next` once, which calls the handler.
 */
export type Shortcut = (request: ShortcutRequest, response: ShortcutResponse, next: () => unknown) => unknown;
