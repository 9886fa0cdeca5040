import { visibleJson } from '../visible-json';

/** An answer of a tool as text. */
export const answered = (value: unknown) => ({
  content: [{ type: 'text' as const, text: visibleJson(value) }],
});

/** A refusal, in the answer of a tool: the model reads why. */
export const failed = (text: string) => ({ ...answered(text), isError: true });
