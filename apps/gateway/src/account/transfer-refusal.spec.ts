import { toolError, ToolError } from '@app/tooling';
import { refusalOf } from './transfer-refusal';

describe('the refusal of a transfer', () => {
  const sender = toolError('UNKNOWN_PERMISSION', 'alice', 'agent');
  const receiver = toolError('UNKNOWN_ACCOUNT', 'nobody', 'mainnet');
  const outage = toolError('UPSTREAM_UNAVAILABLE', 'mainnet', 'timeout');

  it('names what is wrong with both sides at once', () => {
    const together = refusalOf([sender, receiver]) as ToolError;
    expect([together.kind, together.status]).toEqual(['UNKNOWN_PERMISSION', 400]);
    expect(together.message).toBe(
      'account alice has no permission agent; account nobody does not exist on mainnet',
    );
  });

  it.each<[string, Error[], Error]>([
    ['the one refusal', [receiver], receiver],
    ['the refusal beside an outage', [outage, receiver], receiver],
    ['the first of what is not the fault of the caller', [outage, new Error('defect')], outage],
  ])('is %s as it is', (_what, failures, expected) => {
    expect(refusalOf(failures)).toBe(expected);
  });
});
