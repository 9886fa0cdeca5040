import { ValueError } from '@app/antelope';
import { NetworkNotConfiguredError } from '@app/networks';
import { UnknownFeedError } from '@app/prices';
import { RateLimitedError } from '@app/rate-limit';
import { toolError } from '@app/chain-tools';
import { ToolError } from '@app/tooling';
import { NodeAnswerError, NodeFailure, UnreadableRowError, UpstreamUnavailableError } from '@app/upstream';
import { asToolError } from './error-mapping';

describe('the error a client reads', () => {
  it.each([
    [
      new RateLimitedError('relay', 10),
      'RATE_LIMITED',
      429,
      'rate limit exceeded for the relay bucket (10 per minute); retry in 60s; this call sent nothing and may be repeated as it is',
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
        new NodeFailure('10.0.0.5:8888', 'no answer within 2000 ms', { mayHaveArrived: true }),
        new NodeFailure('10.0.0.6:8888', 'no answer within 2000 ms', { mayHaveArrived: true }),
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
      new UnknownFeedError('ethusd', 'mainnet', ['btcusd']),
      'NOT_FOUND',
      400,
      'the oracle has no price of ethusd on mainnet; its feeds: btcusd',
    ],
  ])('the error that a client reads after %s is a row of the table', (error, kind, status, message) => {
    const mapped = asToolError(error);
    expect([mapped.kind, mapped.status, mapped.message]).toEqual([kind, status, message]);
    expect(mapped.cause).toBe(error);
  });

  it('the error that a client reads is the one that the tool threw', () => {
    const error = toolError('UNKNOWN_ACCOUNT', 'nosuch', 'mainnet');
    expect(asToolError(error)).toBe(error);
  });

  it.each<[string, Error]>([
    ['a value', new ValueError(`"${'9'.repeat(100_000)}" is too large`, 'amount')],
    ['a node', new NodeAnswerError(500, 0, '', 'x'.repeat(100_000))],
    ['a row', new UnreadableRowError({ code: 'c', scope: 's', table: 't' }, 'x'.repeat(100_000))],
    ['a feed', new UnknownFeedError('x'.repeat(100_000), 'mainnet', [])],
  ])('the error that a client reads after %s repeats at most 500 characters of its text', (_, error) => {
    const { message } = asToolError(error);
    expect(message).toMatch(/\.\.\.$/);
    expect(message.length).toBeLessThan(600);
  });

  it('a long error of a tool is truncated', () => {
    const error = toolError('INVALID_ARGUMENTS', 'x'.repeat(100_000));
    const mapped = asToolError(error);
    expect(mapped).toBeInstanceOf(ToolError);
    expect([mapped.kind, mapped.message.length]).toEqual(['INVALID_ARGUMENTS', 4096]);
    expect(mapped.cause).toBe(error);
  });

  it.each([new Error('secret'), 'secret', undefined, { message: 'secret' }])(
    'the error that a client reads after any other exception has no detail',
    (error) => {
      const mapped = asToolError(error);
      expect(mapped.kind).toBe('INTERNAL');
      expect(mapped.message).not.toContain('secret');
      expect(mapped.cause).toBe(error);
    },
  );
});
