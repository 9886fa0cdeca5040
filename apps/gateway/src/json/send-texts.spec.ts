import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { measured } from '@app/tooling';
import { sendTexts } from './send-texts';

/** Larger than a text that is joined, and than the buffers of a socket. */
const SIZES = [0, 1, 20_000, 400_000];
const UNITS = ['a', 'é', '\u{1f600}'];

describe('the texts of an answer', () => {
  let server: Server;
  let texts: string[] = [];
  beforeAll(async () => {
    server = createServer((_request, response) => {
      sendTexts(response, texts.map(measured));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });

  it('texts arrive one after the other with their length, whatever their sizes and characters', async () => {
    const { port } = server.address() as AddressInfo;
    const text = fc
      .tuple(fc.constantFrom(...UNITS), fc.constantFrom(...SIZES))
      .map(([unit, size]) => unit.repeat(size));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (sent) => {
        texts = sent;
        const answer = await fetch(`http://127.0.0.1:${port}/`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        const expected = Buffer.from(sent.join(''));
        expect(answer.headers.get('content-length')).toBe(String(expected.length));
        expect(bytes.equals(expected)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
