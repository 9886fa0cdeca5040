import { ToolError } from '@app/tooling';
import { ERRORS, fail, toolError, toolErrorBecause } from './errors';

describe('errors of tools', () => {
  it.each([
    [toolError('UNKNOWN_ACCOUNT', 'nosuch', 'mainnet'), 'account nosuch does not exist on mainnet'],
    [toolError('NETWORK_NOT_CONFIGURED', 'testnet'), 'network testnet is not configured'],
    [toolError('UNKNOWN_TOOL', 'x'), 'no such tool: x'],
    [toolError('CONTRACT_REFUSED', 'lending: below minimum loan'), 'lending: below minimum loan'],
    [
      toolError('STALE_PRICE', 'btcusd', '301 s old'),
      'price of btcusd is stale (301 s old): not used for collateral math; retry when it is fresh',
    ],
    [
      toolError('RATE_LIMITED', 'read', 300, 60),
      'rate limit exceeded for the read bucket (300 per minute); retry in 60s',
    ],
  ])('the error table has the message of %s', (error, message) => {
    expect(error.message).toBe(message);
  });

  it('the error table gives every error one of the statuses of the contract', () => {
    const statuses = new Set(Object.values(ERRORS).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([
      400, 403, 404, 405, 408, 413, 415, 417, 429, 431, 500, 501, 503, 505,
    ]);
    expect(toolError('UPSTREAM_UNAVAILABLE', 'mainnet', 'timeout')).toMatchObject({
      status: 400,
      retry: 'later',
    });
  });

  it('a tool error keeps its cause and prints nothing of it', () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7');
    const error = toolErrorBecause(cause, 'INTERNAL');
    expect(error.cause).toBe(cause);
    expect(error.message).not.toContain('10.0.0.7');
  });

  it('fail throws a ToolError', () => {
    expect(() => fail('UNKNOWN_TOOL', 'x')).toThrow(ToolError);
  });
});
