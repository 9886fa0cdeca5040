import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toolError } from '@app/tooling';
import { statedValue } from '../topics/stated-value';
import { EventStream, MAX_WAITING_BYTES } from './event-stream';

const PART = { key: 'head', topic: 'head', read: () => Promise.reject(new Error('not asked')) };
const VALUE = 'x'.repeat(20_000);

/** A stream over HTTP, and the answer as its client gets it. */
async function streamed(): Promise<{
  stream: EventStream;
  answer: IncomingMessage;
  response: ServerResponse;
  close(): void;
}> {
  let take: (response: ServerResponse) => void;
  const taken = new Promise<ServerResponse>((resolve) => (take = resolve));
  const server = createServer((_request, response) => take(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answered = new Promise<IncomingMessage>((resolve) => {
    get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, resolve);
  });
  const response = await taken;
  const start = {
    network: 'mainnet',
    chain: 'a'.repeat(16),
    topics: ['head'],
    cursors: new Map(),
    reset: undefined,
  } as const;
  const stream = new EventStream(
    response,
    { ...start, limit: Infinity },
    {
      onEvent: () => undefined,
      onFailure: (cause) => toolError('NOT_FOUND', String(cause)),
    },
  );
  stream.open();
  return { stream, answer: await answered, response, close: () => server.closeAllConnections() };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('EventStream', () => {
  it('EventStream ends a client that does not read with a last event, and holds no more than the bound for it', async () => {
    const { stream, answer, response } = await streamed();
    for (let at = 0; stream.ended === undefined; at += 1) {
      await stream.deliver(PART, statedValue('head', { at, VALUE }));
      expect(response.writableLength).toBeLessThan(MAX_WAITING_BYTES + 2 * VALUE.length);
    }
    expect(stream.ended).toBe('slow_reader');
    const events = (await textOf(answer)).trim().split('\n\n');
    expect(events.at(-1)).toContain('event: end\ndata: {"reason":"slow_reader"');
    expect(events.at(-2)).toContain('event: head');
  });

  it('EventStream says once that a topic cannot be read, and when it can be again', async () => {
    const { stream, answer } = await streamed();
    stream.fail(PART, 'one');
    stream.fail(PART, 'two');
    await stream.deliver(PART, statedValue('head', { at: 1 }));
    await stream.deliver(PART, statedValue('head', { at: 1 }));
    stream.end('shutdown');
    const events = [...(await textOf(answer)).matchAll(/^event: (\w+)$/gm)].map(([, event]) => event);
    expect(events).toEqual(['ready', 'unavailable', 'available', 'head', 'end']);
  });
});
