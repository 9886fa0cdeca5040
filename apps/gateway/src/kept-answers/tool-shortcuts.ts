import { BucketGuard } from '@app/rate-limit';
import { kindOf, stateHeads, VERIFIED_HEADER_NAME } from '@app/chain-tools';
import { listTools, MAX_SMALL_BODY_BYTES, type ToolDefinition, toolPath } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { sendJsonText } from '../json/send-texts';
import type { ReadBody, Shortcut, ShortcutRequest, ShortcutResponse } from '../platform/surface';
import { type AtHand, isAtHand, KeptAnswers } from './kept-answers';

/** The route of a tool whose answers are kept. */
interface Shortened {
  readonly method: 'POST';
  readonly path: string;
  readonly shortcut: Shortcut;
}

/** Answers calls of read tools over REST whose answer is at hand, before Nest is asked. All are counted first. */
@Injectable()
export class ToolShortcuts {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly answers: KeptAnswers,
    private readonly guard: BucketGuard,
  ) {}

  /** One for each tool whose answers are kept. */
  list(): readonly Shortened[] {
    return listTools(this.discovery)
      .filter(({ isKept }) => isKept)
      .map((tool) => ({ method: 'POST', path: toolPath(tool.name), shortcut: this.#shortcut(tool) }));
  }

  #shortcut(tool: ToolDefinition): Shortcut {
    return (request, response, next) => {
      const isCounted = this.guard.countEarly(kindOf(tool), request, response);
      const answer = (isAllowed: boolean): unknown =>
        isAllowed ? this.#answer(tool, request, response, next) : next();
      return typeof isCounted === 'boolean' ? answer(isCounted) : isCounted.then(answer);
    };
  }

  async #answer(
    { name }: ToolDefinition,
    request: ShortcutRequest,
    response: ShortcutResponse,
    next: () => unknown,
  ): Promise<void> {
    const input = await (request.body as ReadBody<object>)(MAX_SMALL_BODY_BYTES);
    request.body = () => Promise.resolve(input);
    if (input instanceof Error) {
      await next();
      return;
    }
    const found = this.answers.of(name, input);
    if (isAtHand(found)) {
      send(response, found);
      return;
    }
    response.onAnswer = (text) => {
      if (found.seen !== undefined) stateHeads(response, found.seen);
      const verified = response.getHeader(VERIFIED_HEADER_NAME);
      found.keep({ text, verified: verified === undefined ? undefined : String(verified) });
    };
    await found.run(next);
  }
}

function send(response: ShortcutResponse, answer: AtHand): void {
  const { text, verified } = answer;
  stateHeads(response, answer);
  if (verified !== undefined) response.setHeader(VERIFIED_HEADER_NAME, verified);
  sendJsonText(response, text);
}
