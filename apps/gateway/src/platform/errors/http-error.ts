import { type ErrorKind, ToolError } from '@app/tooling';

/** A refusal whose status asks for fields of the answer, as 405 for `Allow`. */
export class HttpError extends ToolError {
  constructor(
    kind: ErrorKind,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(kind, message);
  }
}
