import type { JsonRpcRequest } from '../transport/json-rpc';
import { decodedHeader, standardHeaderProblem } from './standard-headers';

const encode = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('decodedHeader', () => {
  it.each<[string, string | undefined]>([
    ['get_account', 'get_account'],
    [' \tget_account ', 'get_account'],
    [encode('get_account'), 'get_account'],
    [encode('日本語'), '日本語'],
    [encode(''), ''],
    ['=?base64?!?=', undefined],
    ['=?base64?YQ?=', undefined],
    ['=?base64?/w==?=', undefined],
    ['=?BASE64?YQ==?=', '=?BASE64?YQ==?='],
  ])('decodedHeader reads %p as %p', (value, expected) => {
    expect(decodedHeader(value)).toBe(expected);
  });
});

describe('standardHeaderProblem', () => {
  const request = (method: string, params: Record<string, unknown> = {}): JsonRpcRequest => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params,
  });
  const headers = (method: string, name?: string): Record<string, string> => ({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  });

  it('standardHeaderProblem asks for the name only where a method has one', () => {
    expect(standardHeaderProblem(headers('tools/list'), request('tools/list'))).toBeUndefined();
    expect(
      standardHeaderProblem(headers('tools/call', 'a'), request('tools/call', { name: 'a' })),
    ).toBeUndefined();
    expect(
      standardHeaderProblem(headers('resources/read', 'x:y'), request('resources/read', { uri: 'x:y' })),
    ).toBeUndefined();
  });

  it('standardHeaderProblem leaves a body without a name to the method', () => {
    expect(standardHeaderProblem(headers('tools/call'), request('tools/call'))).toBeUndefined();
    expect(
      standardHeaderProblem(headers('tools/call', 'a'), request('tools/call', { name: 7 })),
    ).toBeUndefined();
  });

  it('standardHeaderProblem names what does not fit', () => {
    expect(standardHeaderProblem(headers('tools/call', 'b'), request('tools/call', { name: 'a' }))).toBe(
      'the body names a but the Mcp-Name header names b',
    );
  });

  it('standardHeaderProblem refuses a name longer than 2048 characters by its length, and repeats none of it', () => {
    const long = `a${'\t'.repeat(15_000)}a`;
    expect(standardHeaderProblem(headers('tools/call', long), request('tools/call', { name: 'a' }))).toBe(
      'the Mcp-Name header is longer than 2048 characters',
    );
  });

  it('standardHeaderProblem repeats at most 200 characters of a name', () => {
    const problem = standardHeaderProblem(
      headers('tools/call', 'b'),
      request('tools/call', { name: 'x'.repeat(10_000) }),
    );
    expect(problem).toBe(`the body names ${'x'.repeat(200)}... but the Mcp-Name header names b`);
  });
});
