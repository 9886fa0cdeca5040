import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ShownQuestions } from '../confirm/shown-questions';
import type { Question } from '../refusal';
import { visibleLine } from '../visible-json';

/** An answer is for a call that was just shown. */
export const HOST_ANSWERS_MS = 120_000;
const ANSWER = 'approve';
const STATE_BYTES = 32;

const capable = z.object({
  elicitation: z.object({ form: z.unknown().optional(), url: z.unknown().optional() }),
});
const answer = z.strictObject({ approve: z.literal(true) });
const requestedSchema = {
  type: 'object' as const,
  properties: {
    approve: { type: 'boolean' as const, title: 'Sign exactly this', default: false },
  },
  required: ['approve'],
};

/** The answer of the host that a call carries, where it carries one. */
export type HostReply =
  | { readonly kind: 'none' }
  /** Hash of the one question that was accepted. */
  | { readonly kind: 'accepted'; readonly question: string }
  | { readonly kind: 'refused' };

/**
 * Asks the host of the agent over MCP (`elicitation/create`, in both generations of the protocol). A host can answer by
 * itself, so this is for policies that list it. The state of a question is a random number that is good for one answer: a
 * host cannot make one, use one again, or use that of another question.
 */
export class HostQuestions {
  readonly #open = new Map<string, { readonly asked: Question; readonly at: number }>();
  readonly #shown = new ShownQuestions();

  /** The answer that a call for `request` carries. An answer is taken once, whatever it is. */
  replyIn({ mcpReq }: Pick<ServerContext, 'mcpReq'>, request: string): HostReply {
    const state = mcpReq.requestState();
    if (state === undefined && mcpReq.inputResponses === undefined) return { kind: 'none' };
    const open = typeof state === 'string' ? this.#open.get(state) : undefined;
    if (typeof state === 'string') this.#open.delete(state);
    const isAccepted = acceptedContent(mcpReq.inputResponses, ANSWER, answer) !== undefined;
    const isInTime = open !== undefined && Date.now() - open.at <= HOST_ANSWERS_MS;
    if (!isInTime || !isAccepted || open.asked.request !== request) return { kind: 'refused' };
    // Its call may still be refused for another reason, and be sent again.
    this.#shown.forget(open.asked);
    return { kind: 'accepted', question: open.asked.question };
  }

  /** The question for a host that can be asked; undefined for another one, and for a question that it had already. */
  ask(
    { mcpReq }: Pick<ServerContext, 'mcpReq'>,
    declared: ClientCapabilities | undefined,
    asked: Question,
  ): InputRequiredResult | undefined {
    // The SDK states no members of the envelope.
    const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
    const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? declared;
    if (!hasForms(capabilities) || !this.#shown.admit(asked)) return undefined;
    const now = Date.now();
    for (const [state, { at }] of this.#open) if (now - at > HOST_ANSWERS_MS) this.#open.delete(state);
    const state = randomBytes(STATE_BYTES).toString('base64url');
    this.#open.set(state, { asked, at: now });
    const message = visibleLine(`Request ${asked.request}: ${asked.text}. Sign it?`);
    return inputRequired({
      inputRequests: { [ANSWER]: inputRequired.elicit({ message, requestedSchema }) },
      requestState: state,
    });
  }
}

/** Source: the revisions of MCP before modes of elicitation declare it by an empty object, which means forms. */
function hasForms(capabilities: unknown): boolean {
  const { data } = capable.safeParse(capabilities);
  return data !== undefined && (data.elicitation.form !== undefined || data.elicitation.url === undefined);
}
