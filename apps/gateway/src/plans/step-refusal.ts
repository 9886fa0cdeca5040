import { ToolError } from '@app/tooling';

/** A step of a plan as errors name it. */
export interface StepPlace {
  readonly index: number;
  /** Names of the fields of its input. */
  readonly fields: readonly string[];
}

/** Runs a part of a step; its errors name the step, and the field where they name one. */
export async function asStep<T>(place: StepPlace, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || !isOfInput(error)) throw error;
    throw new ToolError(error.kind, atStep(place, error.message), error, { cause: error });
  }
}

/** True for an error that a client can correct in a step; a profile that does not match the chain is of no step. */
const isOfInput = ({ kind, retry }: ToolError): boolean => retry === 'never' && kind !== 'PROFILE_MISMATCH';

/** `amount: is required` is `steps[2].input.amount: is required`, also behind another problem. */
function atStep({ index, fields }: StepPlace, message: string): string {
  const path = `steps[${index}].input`;
  const named = message
    .split('; ')
    .map((part) => (fields.some((field) => part.startsWith(`${field}: `)) ? `${path}.${part}` : part))
    .join('; ');
  return named.startsWith(path) ? named : `steps[${index}]: ${named}`;
}
