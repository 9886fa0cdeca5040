/**
 * A value that cannot be taken as it is: wrong format, out of range, truncated, ambiguous.
 * The message is the reason without the name of the field it was found in; where the value lies inside a
 * structure (action data, a transaction), `path` leads to it and the message starts with it.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';

  constructor(
    readonly reason: string,
    readonly path = '',
    options?: ErrorOptions,
  ) {
    super(path === '' ? reason : `${path}: ${reason}`, options);
  }

  /** The same error seen from the structure around it: `segment` is a member name or `[index]`. */
  within(segment: string): ValueError {
    const separator = this.path === '' || this.path.startsWith('[') ? '' : '.';
    return new ValueError(this.reason, `${cut(segment)}${separator}${this.path}`, { cause: this.cause });
  }
}

/** Bytes that end in the middle of a value. */
export class DataEndsError extends ValueError {
  override within(segment: string): ValueError {
    return new DataEndsError(this.reason, super.within(segment).path, { cause: this.cause });
  }
}

/**
 * For data of any account: `work` with a ValueError in place of everything that it throws, be it a stack that is used
 * up or a text that is too long. The first error is the cause.
 */
export function asValueError<T>(reason: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof ValueError ? cause : new ValueError(reason, '', { cause });
  }
}

const SHOWN_LENGTH = 64;

const cut = (text: string): string => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);

/** The offending text in double quotes, cut to a length that suits a message. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text));
}
