import { readInput } from '@app/tooling';
import { asToolError } from '../../platform/errors/error-mapping';
import { EXAMPLE_SIGNED_TRANSACTION, PushTransactionInput } from './push-transaction.dto';

const read = (signatures: readonly string[]) =>
  readInput(PushTransactionInput, { signed_tx: { ...EXAMPLE_SIGNED_TRANSACTION, signatures } });

const refusalOf = (signatures: readonly string[]): string => {
  try {
    read(signatures);
  } catch (error) {
    return asToolError(error).message;
  }
  throw new Error('it was taken');
};

describe('the signatures of a push', () => {
  it('the signatures of a push may be 32', () => {
    const signatures = Array<string>(32).fill('x');
    expect(read(signatures).signed_tx.signatures).toEqual(signatures);
  });

  it.each(['x', '', 'x'.repeat(3_000)])(
    'the signatures of a push are counted before they are read: "%.10s"',
    (bad) => {
      expect(refusalOf(Array<string>(60_000).fill(bad))).toBe(
        'signed_tx.signatures: must have at most 32 items, has 60000',
      );
    },
  );

  it('the signatures of a push make a small answer, however wrong they are', () => {
    expect(refusalOf(Array<string>(32).fill('x'.repeat(3_000))).length).toBeLessThanOrEqual(4_096);
  });
});
