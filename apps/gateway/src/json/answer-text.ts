/** A text with its length in UTF-8. Equal lengths mean ASCII: every byte is one character. */
export interface MeasuredText {
  readonly text: string;
  readonly bytes: number;
}

export function measured(text: string): MeasuredText {
  return { text, bytes: Buffer.byteLength(text) };
}

/** The JSON of an answer, in the two forms in which it is sent. */
export class AnswerText {
  readonly json: MeasuredText;
  #quoted: MeasuredText | undefined;

  constructor(answer: object) {
    this.json = measured(JSON.stringify(answer));
  }

  /** The JSON as a JSON string: in quotes and with escapes. */
  get quoted(): MeasuredText {
    return (this.#quoted ??= quotedText(this.json));
  }
}

export function quotedText({ text, bytes }: MeasuredText): MeasuredText {
  const quoted = JSON.stringify(text);
  // Quoting leaves ASCII what is ASCII.
  return bytes === text.length ? { text: quoted, bytes: quoted.length } : measured(quoted);
}

/** Answers whose text is kept, as long as they live. */
const kept = new WeakMap<object, AnswerText | 'not made yet'>();

/** Marks an answer that several requests get as it is: its text is made once. It must never be changed. */
export function keepText<T extends object>(answer: T): T {
  if (!kept.has(answer)) kept.set(answer, 'not made yet');
  return answer;
}

/** The JSON of an answer. */
export function answerText(answer: object): AnswerText {
  const known = kept.get(answer);
  if (typeof known === 'object') return known;
  const text = new AnswerText(answer);
  if (known !== undefined) kept.set(answer, text);
  return text;
}
