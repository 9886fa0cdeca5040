import { isMembers, listOf, type Members, membersOf } from './members';

/** The state of the call that this page belongs to. */
export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'message'; readonly title: string; readonly text: string }
  | { readonly kind: 'proposal'; readonly answer: Members };

export const WAITING: Outcome = { kind: 'waiting' };

/** The outcome of the result of a tool call, as a host passes it on. Never throws. */
export function outcomeOf(result: unknown): Outcome {
  const { isError, structuredContent, content } = membersOf(result);
  const texts = listOf(content)
    .map((part) => membersOf(part)['text'])
    .filter((text) => typeof text === 'string');
  const text = texts.join('\n');
  if (isError === true) return { kind: 'message', title: 'Refused: there is no proposal', text };
  // The text of an answer equals its structured content: a host may pass on only one of them.
  const answer = isMembers(structuredContent) ? structuredContent : parsed(text);
  if (isMembers(answer?.['simulation']) && isMembers(answer['transaction'])) {
    return { kind: 'proposal', answer };
  }
  const shown = answer === undefined ? text : JSON.stringify(answer);
  return { kind: 'message', title: 'This page cannot read the answer', text: shown };
}

export function outcomeOfCancel(params: unknown): Outcome {
  const { reason } = membersOf(params);
  const text = typeof reason === 'string' ? reason : 'The host gave no reason.';
  return { kind: 'message', title: 'The call was cancelled', text };
}

function parsed(text: string): Members | undefined {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
