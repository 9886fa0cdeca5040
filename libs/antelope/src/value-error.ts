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
    return new ValueError(this.reason, `${segment}${separator}${this.path}`, { cause: this.cause });
  }
}

/** Bytes that end in the middle of a value. */
export class DataEndsError extends ValueError {
  override within(segment: string): ValueError {
    return new DataEndsError(this.reason, super.within(segment).path, { cause: this.cause });
  }
}

const QUOTED_LENGTH = 64;

/** The offending text in double quotes, cut to a length that suits a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text);
}
