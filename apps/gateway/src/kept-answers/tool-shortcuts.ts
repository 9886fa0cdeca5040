import { BucketGuard } from '@app/rate-limit';
import { kindOf, stateHeads, VERIFIED_HEADER_NAME } from '@app/chain-tools';
import { listTools, MAX_SMALL_BODY_BYTES, type ToolDefinition, toolPath } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { sendJsonText } from '../json/send-texts';
import type { ReadBody, Shortcut, ShortcutResponse } from '../platform/surface';
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
    return async (request, response, next) => {
      if (!(await this.guard.countEarly(kindOf(tool), request, response))) return next();
      const input = await (request.body as ReadBody<object>)(MAX_SMALL_BODY_BYTES);
      request.body = () => Promise.resolve(input);
      if (input instanceof Error) return next();
      const found = this.answers.of(tool.name, input);
      if (isAtHand(found)) return send(response, found);
      response.onAnswer = (text) => {
        if (found.seen !== undefined) stateHeads(response, found.seen);
        const verified = response.getHeader(VERIFIED_HEADER_NAME);
        found.keep({ text, verified: verified === undefined ? undefined : String(verified) });
      };
      return found.run(next);
    };
  }
}

function send(response: ShortcutResponse, answer: AtHand): void {
  const { text, verified } = answer;
  stateHeads(response, answer);
  if (verified !== undefined) response.setHeader(VERIFIED_HEADER_NAME, verified);
  sendJsonText(response, text);
}
