import { getEventListeners } from 'node:events';
import { MultiplexTransport } from './multiplex-transport';

const ping = (id: number | string) => ({ jsonrpc: '2.0' as const, id, method: 'ping' });
const never = (): AbortSignal => new AbortController().signal;

/** A transport with a server's end that only takes notes. */
function withNotes(timeoutMs = 60_000): {
  transport: MultiplexTransport<string>;
  seen: Record<string, unknown>[];
} {
  const transport = new MultiplexTransport<string>(timeoutMs);
  const seen: Record<string, unknown>[] = [];
  transport.onmessage = (message) => void seen.push(message);
  return { transport, seen };
}

describe('MultiplexTransport', () => {
  it('MultiplexTransport gives every request an id of its own inside, and the answer its own outside', async () => {
    const { transport, seen } = withNotes();
    const answers = [transport.exchange(ping(1), 'a', never()), transport.exchange(ping(1), 'b', never())];
    const [first, second] = seen.map(({ id }) => id as number);
    expect(first).not.toBe(second);
    expect(transport.contextOf(second)).toBe('b');
    await transport.send({ jsonrpc: '2.0', id: second!, result: { of: 'b' } });
    await transport.send({ jsonrpc: '2.0', id: first!, result: { of: 'a' } });
    expect(await Promise.all(answers)).toEqual([
      { jsonrpc: '2.0', id: 1, result: { of: 'a' } },
      { jsonrpc: '2.0', id: 1, result: { of: 'b' } },
    ]);
    expect(transport.size).toBe(0);
    expect(transport.contextOf(first)).toBeUndefined();
  });

  it('MultiplexTransport cancels and removes the request of a client that disconnects', async () => {
    const { transport, seen } = withNotes();
    const client = new AbortController();
    const answer = transport.exchange(ping(1), 'a', client.signal);
    client.abort();
    await expect(answer).rejects.toThrow('the client disconnected');
    expect(seen.at(-1)).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: seen[0]!['id'] },
    });
    expect(transport.size).toBe(0);
    await transport.send({ jsonrpc: '2.0', id: seen[0]!['id'] as number, result: {} });
  });

  it('MultiplexTransport does not pass on the request of a client that has disconnected already', async () => {
    const { transport, seen } = withNotes();
    await expect(transport.exchange(ping(1), 'a', AbortSignal.abort())).rejects.toThrow(
      'the client disconnected',
    );
    expect(seen).toEqual([]);
  });

  it('MultiplexTransport keeps nothing of a client that stays connected', async () => {
    const { transport, seen } = withNotes();
    const client = new AbortController();
    const answer = transport.exchange(ping(1), 'a', client.signal);
    await transport.send({ jsonrpc: '2.0', id: seen[0]!['id'] as number, result: {} });
    await answer;
    expect(getEventListeners(client.signal, 'abort')).toHaveLength(0);
  });

  it('MultiplexTransport ends the wait for an answer that does not come', async () => {
    const { transport } = withNotes(1);
    await expect(transport.exchange(ping(1), 'a', never())).rejects.toThrow('no answer within 1 ms');
    expect(transport.size).toBe(0);
  });

  it('MultiplexTransport refuses what is waiting when it is closed', async () => {
    const { transport } = withNotes();
    const answer = transport.exchange(ping(1), 'a', never());
    await transport.close();
    await expect(answer).rejects.toThrow('the server is stopping');
  });
});
