import { ValueError } from '@app/antelope';
import { NetworkNotConfiguredError } from '@app/networks';
import { UnknownFeedError } from '@app/prices';
import { RateLimitedError } from '@app/rate-limit';
import { toolError } from '@app/tooling';
import { NodeAnswerError, NodeFailure, UnreadableRowError, UpstreamUnavailableError } from '@app/upstream';
import { asToolError } from './error-mapping';

describe('the error a client reads', () => {
  it.each([
    [
      new RateLimitedError('relay', 10),
      'RATE_LIMITED',
      429,
      'rate limit exceeded for the relay bucket (10 per minute); retry in 60s',
    ],
    [new ValueError('has 9 decimals', 'amount'), 'INVALID_ARGUMENTS', 400, 'amount: has 9 decimals'],
    [
      new NetworkNotConfiguredError('testnet'),
      'NETWORK_NOT_CONFIGURED',
      400,
      'network testnet is not configured',
    ],
    [
      new NodeAnswerError(500, 3050003, 'eosio_assert_message_exception', 'overdrawn balance'),
      'UPSTREAM_REFUSED',
      400,
      'the node refused the request: overdrawn balance',
    ],
    [
      new UpstreamUnavailableError('mainnet', [
        new NodeFailure('10.0.0.5:8888', 'no answer within 2000 ms', true),
        new NodeFailure('10.0.0.6:8888', 'no answer within 2000 ms', true),
      ]),
      'UPSTREAM_UNAVAILABLE',
      400,
      'no node of mainnet could answer: no answer within 2000 ms',
    ],
    [
      new UnreadableRowError(
        { code: 'dex', scope: 'btcusdt', table: 'orderbook2' },
        'row 3 price: is not a text',
      ),
      'UPSTREAM_ANSWER_UNREADABLE',
      400,
      "the node's answer could not be read: table orderbook2 of dex (scope btcusdt): row 3 price: is not a text",
    ],
    [
      new UnknownFeedError('ethusd', 'mainnet'),
      'NOT_FOUND',
      400,
      'the oracle has no price of ethusd on mainnet',
    ],
  ])('of %s is a row of the table', (error, kind, status, message) => {
    const mapped = asToolError(error);
    expect([mapped.kind, mapped.status, mapped.message]).toEqual([kind, status, message]);
    expect(mapped.cause).toBe(error);
  });

  it('of a tool is the one it threw', () => {
    const error = toolError('UNKNOWN_ACCOUNT', 'nosuch', 'mainnet');
    expect(asToolError(error)).toBe(error);
  });

  it.each([new Error('secret'), 'secret', undefined, { message: 'secret' }])(
    'of anything else says nothing',
    (error) => {
      const mapped = asToolError(error);
      expect(mapped.kind).toBe('INTERNAL');
      expect(mapped.message).not.toContain('secret');
      expect(mapped.cause).toBe(error);
    },
  );
});
