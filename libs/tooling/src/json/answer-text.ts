/** A text with its length in UTF-8. Equal lengths mean ASCII: every byte is one character. */
export interface MeasuredText {
  readonly text: string;
  readonly bytes: number;
}

/** A text with its length. */
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

/** A text as a JSON string: in quotes and with escapes. */
export function quotedText({ text, bytes }: MeasuredText): MeasuredText {
  const quoted = JSON.stringify(text);
  // Quoting leaves ASCII what is ASCII.
  return bytes === text.length ? { text: quoted, bytes: quoted.length } : measured(quoted);
}
