import { Bucketed } from '@app/rate-limit';
import {
  defineTool,
  type RulesOfKind,
  type ToolAnnotations,
  type ToolDeclaration,
  type ToolDefinition,
  type ToolMethod,
} from '@app/tooling';
import { ErrorAnswer } from '../errors/error-answer';
import { CONSISTENCY_FIELD, CONSISTENCY_HEADER, HEAD_HEADERS } from './consistent-calls';
import { VERIFIED_HEADER, verified } from './verified-calls';

/** The page that a host shows for a proposal, by the MCP Apps extension. */
export const PROPOSAL_PAGE_URI = 'ui://chain-tool-gateway/proposal';

export const TOOL_KINDS = ['read', 'compose', 'relay'] as const;
/** `read` looks, `compose` prepares a change, `relay` makes it. Each has a bucket of its name. */
export type ToolKind = (typeof TOOL_KINDS)[number];

/** The kind of a tool that is declared by a decorator of this file. */
export const kindOf = ({ kind }: Pick<ToolDefinition, 'kind'>): ToolKind => kind as ToolKind;

/** Description of a tool that may have its reads compared. */
export interface ChainDeclaration<A extends object> extends ToolDeclaration<A> {
  /** `quorum`: money follows the answer, so what it is made of is compared over nodes. Every compose tool has it. */
  verify?: 'quorum';
}

/** Description of a tool that only looks. */
export interface ReadDeclaration<A extends object> extends ChainDeclaration<A> {
  /**
   * The answer is made of the input and of reads of the chain alone, so that it serves equal calls while these reads hold:
   * see AnswerLife. An answer that depends on the time says so there.
   */
  isKept?: true;
}

const SAFE = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** A proposal changes nothing: composing is read-only, and every description says that nothing is sent. */
const ANNOTATIONS: Record<ToolKind, ToolAnnotations> = {
  read: SAFE,
  compose: SAFE,
  relay: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

const REFUSALS: RulesOfKind['refusals'] = [
  [400, 'Invalid arguments, or the tool failed'],
  [404, 'No such tool'],
  [429, "Rate limit exceeded for the tool's bucket; retry in 60s (Retry-After)"],
  [
    'default',
    'Refused before the tool was reached (405 another method than POST, 413 body too large, 415 compressed ' +
      'body, 503 service stopping, or no node has the block of x-consistency), or a defect of the service (500; its log has the x-request-id)',
  ],
];

const AFTER_COMPOSING =
  'Nothing is sent: read `summary`, `simulation`, `warnings`; sign and push as `next` says. An account in the ' +
  'affected set is refused.';

/** A tool that only looks; read bucket. */
export function ReadTool<A extends object>(name: string, declaration: ReadDeclaration<A>): ToolMethod<A> {
  return tool('read', name, declaration);
}

/** A tool that builds an unsigned proposal; compose bucket. Its description ends with the step after it. */
export function ComposeTool<A extends object>(name: string, declaration: ChainDeclaration<A>): ToolMethod<A> {
  return tool('compose', name, {
    ...declaration,
    verify: 'quorum',
    description: `${declaration.description} ${AFTER_COMPOSING}`,
  });
}

/** A tool that sends something; relay bucket. */
export function RelayTool<A extends object>(name: string, declaration: ChainDeclaration<A>): ToolMethod<A> {
  return tool('relay', name, declaration);
}

function tool<A extends object>(
  kind: ToolKind,
  name: string,
  { verify, isKept = false, ...declaration }: Omit<ReadDeclaration<A>, 'isKept'> & { isKept?: boolean },
): ToolMethod<A> {
  return defineTool(name, declaration, {
    kind,
    place: TOOL_KINDS.indexOf(kind),
    bucket: { name: kind, count: Bucketed(kind) },
    // A transaction is larger than any other input.
    ...(kind === 'relay' && { maxBodyBytes: Infinity }),
    annotations: ANNOTATIONS[kind],
    refusals: REFUSALS,
    refusal: ErrorAnswer,
    requestHeaders: kind === 'relay' ? [] : [CONSISTENCY_FIELD],
    answerHeaders: {
      ...(verify && VERIFIED_HEADER),
      ...(isKept && HEAD_HEADERS),
      ...(kind === 'relay' && CONSISTENCY_HEADER),
    },
    isKept,
    ...(kind === 'compose' && { meta: { ui: { resourceUri: PROPOSAL_PAGE_URI } } }),
    ...(verify && { around: verified }),
  });
}
