import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toolError } from '@app/chain-tools';
import { EventSource } from 'eventsource';
import type { Reading } from '../topics/reading';
import { statedValue, VALUE_CURSORS } from '../topics/stated-value';
import { partDigest, readEventId } from './event-id';
import type { EventSink } from './event-sink';
import { EventStream } from './event-stream';
import { Failed } from './looks';
import type { FirstReading } from './network-feed';
import { MAX_WAITING_BYTES, ResponseSink } from './response-sink';

const PART = {
  key: 'head',
  topic: 'head',
  cursors: VALUE_CURSORS,
  read: () => Promise.reject(new Error('not asked')),
};
const VALUE = 'x'.repeat(20_000);
const at = (number: number, headBlock = number) => ({ number, headBlock });

/** A stream over HTTP, and the answer as its client gets it. */
async function streamed(
  cursors?: ReadonlyMap<string, string>,
  first: readonly FirstReading[] = [],
  headBlock?: number,
): Promise<{
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
  // Takes no other connection.
  server.close();
  const start = {
    network: 'mainnet',
    chain: 'a'.repeat(16),
    topics: ['head'],
    ...{ cursors, headBlock },
    reset: undefined,
  } as const;
  const stream = new EventStream(
    new ResponseSink(response),
    { ...start, limit: Infinity },
    {
      onEvent: () => undefined,
      onFailure: (cause) => toolError('NOT_FOUND', String(cause)),
    },
  );
  await stream.prepare(first);
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
    for (let count = 0; stream.ended === undefined; count += 1) {
      await stream.deliver(PART, statedValue('head', { at: count, VALUE }), at(count + 1));
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
    await stream.deliver(PART, statedValue('head', { at: 1 }), at(1));
    await stream.deliver(PART, statedValue('head', { at: 1 }), at(2));
    stream.end('shutdown');
    const events = [...(await textOf(answer)).matchAll(/^event: (\w+)$/gm)].map(([, event]) => event);
    expect(events).toEqual(['ready', 'unavailable', 'available', 'head', 'end']);
  });

  const LOG = { ...PART, key: 'fills:a', topic: 'fills:a', cursors: { ...VALUE_CURSORS, isLog: true } };
  const log: Reading = () => ({ start: '1', events: [], cursor: '1' });
  const typesOf = (text: string) => [...text.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event);

  it('EventStream says that events of a log are missing whose first reading failed', async () => {
    const { stream, answer } = await streamed(undefined, [
      { part: LOG, reading: new Failed('down'), look: at(1) },
    ]);
    await stream.deliver(LOG, log, at(2));
    stream.fail(LOG, 'down again');
    await stream.deliver(LOG, log, at(3));
    stream.end('shutdown');
    const told = typesOf(await textOf(answer));
    expect(told).toEqual(['ready', 'unavailable', 'available', 'gap', 'unavailable', 'available', 'end']);
  });

  it('EventStream names every part in the id of its first event, and what follows is sent behind it', async () => {
    const first = [
      { part: LOG, reading: log, look: at(1) },
      { part: PART, reading: statedValue('head', { at: 1 }), look: at(1) },
    ];
    const { stream, answer } = await streamed(undefined, first);
    stream.end('shutdown');
    const [ready = ''] = (await textOf(answer)).split('event: ready');
    const id = readEventId(/^id: (.*)$/m.exec(ready)![1]!)!;
    expect([...id.cursors.keys()]).toEqual([LOG, PART].map(({ key }) => partDigest(key)));
    const again = await streamed(id.cursors, first);
    again.stream.end('shutdown');
    expect(typesOf(await textOf(again.answer))).toEqual(['ready', 'head', 'end']);
  });

  it('EventStream tells a client that continues which topic its id does not name', async () => {
    const known = new Map([[partDigest(PART.key), '-']]);
    const { stream, answer } = await streamed(known, [
      { part: LOG, reading: log, look: at(1) },
      { part: PART, reading: statedValue('head', { at: 1 }), look: at(1) },
    ]);
    stream.end('shutdown');
    const text = await textOf(answer);
    expect(typesOf(text)).toEqual(['ready', 'reset', 'head', 'end']);
    expect(text).toContain('{"network":"mainnet","topic":"fills:a","reason":"not_in_id"}');
  });

  it('EventStream brings the id of a quiet client up to date by an event that has data', async () => {
    const { stream, answer } = await streamed(undefined, [{ part: LOG, reading: log, look: at(1) }]);
    await stream.deliver(LOG, () => ({ start: '2', events: [], cursor: '2' }), at(2));
    stream.heartbeat();
    stream.end('shutdown');
    const body = await textOf(answer);
    const headers = { 'content-type': 'text/event-stream' };
    const source = new EventSource('http://127.0.0.1/', {
      fetch: () => Promise.resolve(new Response(body, { headers })),
    });
    const id = await new Promise<string>((resolve) =>
      source.addEventListener('heartbeat', ({ lastEventId }) => resolve(lastEventId)),
    );
    source.close();
    expect(readEventId(id)!.cursors.get(partDigest(LOG.key))).toBe('2');
  });

  it('EventStream sends what a sink has room for, and the rest by the next readings', async () => {
    const sent: unknown[] = [];
    let room = 2;
    const sink: EventSink = {
      isOverrun: false,
      room: () => room,
      open: () => undefined,
      send: ({ data }) => sent.push(data),
      end: () => undefined,
    };
    const start = { network: 'mainnet', chain: 'a'.repeat(16), topics: [], cursors: undefined } as const;
    const stream = new EventStream(
      sink,
      { ...start, reset: undefined, limit: Infinity },
      { onEvent: () => undefined, onFailure: (cause) => toolError('NOT_FOUND', String(cause)) },
    );
    /** Five rows by their numbers. */
    const rows: Reading = (cursor) => ({
      ...{ start: '0', cursor: '5' },
      events: [1, 2, 3, 4, 5]
        .filter((row) => row > Number(cursor))
        .map((row) => ({ event: 'fill', data: { row }, cursor: String(row) })),
    });
    const first: Reading = () => ({ start: '0', events: [], cursor: '0' });
    await stream.prepare([{ part: LOG, reading: first, look: at(1) }]);
    stream.open();
    sent.length = 0;
    await stream.deliver(LOG, rows, at(2));
    expect(sent).toHaveLength(2);
    room = 0;
    await stream.deliver(LOG, rows, at(3));
    expect(sent).toHaveLength(2);
    room = 9;
    await stream.deliver(LOG, rows, at(4));
    expect(sent).toMatchObject([1, 2, 3, 4, 5].map((row) => ({ row })));
  });

  it('EventStream leaves out readings of nodes that are behind the block of the id that its client continues', async () => {
    const known = new Map([LOG, PART].map(({ key }) => [partDigest(key), '2']));
    /** A log that had row 2 at block 7, and no fork. */
    const rowsAt = (block: number): Reading =>
      block < 7
        ? () => ({ start: '1', events: [{ event: 'undone', data: {}, cursor: '1' }], cursor: '1' })
        : () => ({
            start: '3',
            events: [{ event: 'fill', data: {}, cursor: '3' }],
            cursor: '3',
            newestBlock: 9,
          });
    const { stream, answer } = await streamed(known, [{ part: LOG, reading: rowsAt(5), look: at(1, 5) }], 7);
    await stream.deliver(LOG, rowsAt(6), at(2, 6));
    await stream.deliver(LOG, rowsAt(8), at(3, 8));
    stream.end('shutdown');
    const text = await textOf(answer);
    expect(typesOf(text)).toEqual(['ready', 'fill', 'end']);
    const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => readEventId(id!));
    expect(ids.map((id) => [id!.headBlock, id!.cursors.get(partDigest(LOG.key))])).toEqual([
      [7, '2'],
      // The node was ahead of the look.
      [9, '3'],
    ]);
  });

  it('EventStream passes over a reading that is older than what it sent', async () => {
    const { stream, answer } = await streamed(undefined, [
      { part: PART, reading: statedValue('head', { at: 2 }), look: at(2) },
    ]);
    await stream.deliver(PART, statedValue('head', { at: 1 }), at(1));
    await stream.deliver(PART, statedValue('head', { at: 3 }), at(3));
    stream.end('shutdown');
    const told = [...(await textOf(answer)).matchAll(/"at":(\d)/g)].map(([, at]) => at);
    expect(told).toEqual(['2', '3']);
  });
});
