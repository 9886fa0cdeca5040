import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { ToolError } from '@app/tooling';
import { BodyBudget } from './body-budget';
import { readBody } from './body-reader';

const MAX_BYTES = 8_192;

describe('a body that has come whole before it is read', () => {
  let server: Server;
  let onRequest: RequestListener;
  beforeAll(async () => {
    server = createServer((incoming, response) => onRequest(incoming, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  /** The text that is read of a body that a client sends in these pieces, or the code of its refusal. */
  async function read(pieces: readonly string[]): Promise<string> {
    const arrived = new Promise<Parameters<RequestListener>>((resolve) => {
      onRequest = (...both) => resolve(both);
    });
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', method: 'POST' });
    for (const piece of pieces) sent.write(piece);
    sent.end();
    const [incoming, response] = await arrived;
    while (!incoming.complete) await turn();
    const share = new BodyBudget(0).open('client');
    const body = await new Promise<Buffer | ToolError>((resolve) => {
      readBody(incoming, { maxBytes: MAX_BYTES, share }, resolve);
    });
    response.end();
    return body instanceof ToolError ? body.code : body.toString();
  }

  it.each([
    ['one piece', ['{"a":1}'], '{"a":1}'],
    ['two pieces', ['{"a"', ':1}'], '{"a":1}'],
    ['no piece', [], ''],
    ['too many pieces', Array<string>(5_000).fill('x'), 'body_in_pieces'],
    ['too many bytes', ['x'.repeat(MAX_BYTES + 1)], 'body_too_large'],
  ])('a body that has come whole before it is read: %s', async (_, pieces, expected) => {
    expect(await read(pieces)).toBe(expected);
  });
});
