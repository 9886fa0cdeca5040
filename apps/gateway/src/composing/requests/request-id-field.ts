import { TextField } from '@app/tooling';

/** Names the intention of a call, so that a retry of it is no second payment. */
export function RequestIdField(): PropertyDecorator {
  return TextField({
    optional: true,
    pattern: '^[A-Za-z0-9._:-]{1,64}$',
    patternReason: 'must be 1 to 64 characters of A-Z, a-z, 0-9, ".", "_", ":" and "-"',
    description: 'Names this intention; hard to guess, the same in every retry: executed once at most',
    example: 'pay-7f3a9c2e51d84b60',
  });
}
