import {
  type AddressedRequest,
  BucketGuard,
  type CountableRequest,
  MessageIntake,
  RateLimitedError,
} from '@app/rate-limit';
import { CODES, errorReply, type HttpReply, idOf } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { asToolError } from '../../platform/errors/error-mapping';

/**
 * Every message of POST /mcp counts once: a tool call in the bucket of its tool, where the guard counts it,
 * everything else in `meta`, malformed bodies and calls that never reach a tool included.
 */
@Injectable()
export class MessageLimit {
  constructor(
    private readonly buckets: BucketGuard,
    private readonly intake: MessageIntake,
  ) {}

  /** The refusal of a client whose messages are not read any more, by the head of the request alone. */
  beforeReading(request: AddressedRequest): HttpReply | undefined {
    const error = this.intake.refusal(request);
    return error === undefined ? undefined : refusal(error, null, {});
  }

  /** Large messages count for more of what is read. */
  afterReading(request: AddressedRequest, bytes: number): void {
    this.intake.charge(request, bytes);
  }

  /** The answer of `answer`, or the refusal of a message that counts in `meta` over the limit. */
  async counted(
    request: CountableRequest,
    message: unknown,
    answer: () => HttpReply | Promise<HttpReply>,
  ): Promise<HttpReply> {
    if (isToolCall(message)) {
      const reply = await answer();
      if (request.isCounted === true) return reply;
      return this.#countedInMeta(request, message, () => reply);
    }
    return this.#countedInMeta(request, message, answer);
  }

  async #countedInMeta(
    request: AddressedRequest,
    message: unknown,
    answer: () => HttpReply | Promise<HttpReply>,
  ): Promise<HttpReply> {
    const headers: Record<string, string> = {};
    const sink = { setHeader: (name: string, value: string) => (headers[name] = value) };
    try {
      await this.buckets.count('meta', request, sink);
    } catch (error) {
      if (error instanceof RateLimitedError) return refusal(error, idOf(message), headers);
      throw error;
    }
    const reply = await answer();
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }
}

function isToolCall(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call'
  );
}

function refusal(
  error: RateLimitedError,
  id: ReturnType<typeof idOf>,
  headers: Record<string, string>,
): HttpReply {
  const { status, message, code } = asToolError(error);
  const reply = errorReply(status, id, CODES.rateLimited, message, { code });
  return { ...reply, headers: { ...headers, 'Retry-After': String(error.retryAfterSeconds) } };
}
