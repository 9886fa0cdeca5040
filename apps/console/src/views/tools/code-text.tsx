import type { JSX } from 'preact';

/** A text of the document of the tools: what is between backticks is code. */
export const CodeText = ({ text }: { text: string }): JSX.Element => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
);
