import { retryDelayMs } from './retry-delay.ts';
import { ToolError } from './tool-error.ts';

const error = (status: number, code: string, retryAfter?: number) =>
  new ToolError('refused', status, code, retryAfter);

describe('retryDelayMs', () => {
  it.each([
    [0, 'no_answer'],
    [429, 'rate_limited'],
    [503, 'shutting_down'],
    [400, 'unconfirmed'],
  ])('a call with status %d and code %s is tried again', (status, code) => {
    expect([1, 2, 3, 20].map((attempt) => retryDelayMs(error(status, code), attempt, 1))).toEqual([
      250, 500, 1000, 8000,
    ]);
    expect(retryDelayMs(error(status, code), 1, 0)).toBe(125);
  });

  it.each([
    [400, 'invalid_arguments'],
    [400, 'contract_refused'],
    [404, 'unknown_tool'],
    [500, 'internal'],
  ])('a call with status %d and code %s is not tried again', (status, code) => {
    expect(retryDelayMs(error(status, code), 1, 1)).toBeUndefined();
  });

  it('a wait that the gateway names counts where it is the longer one', () => {
    expect(retryDelayMs(error(429, 'rate_limited', 7), 3, 1)).toBe(7000);
    expect([1, 2, 3, 20].map((attempt) => retryDelayMs(error(429, 'rate_limited', 0), attempt, 1))).toEqual([
      250, 500, 1000, 8000,
    ]);
    expect(retryDelayMs(error(503, 'block_not_reached', 1), 20, 0)).toBe(4000);
  });
});
