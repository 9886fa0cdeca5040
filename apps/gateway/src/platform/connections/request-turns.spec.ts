import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { RequestTurns } from './request-turns';

const MAX_WAITING = 16;

function setUp() {
  const socket = new Socket();
  const turns = new RequestTurns();
  const ended: number[] = [];
  turns.setOnEnded(() => ended.push(1));
  const response = () => new ServerResponse(new IncomingMessage(socket));
  return { socket, turns, ended, response };
}

describe('RequestTurns', () => {
  it('RequestTurns begins a request when its response gets the connection, in its own context', () => {
    const { socket, turns, response } = setUp();
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const second = response();
    context.run('second', () => turns.wait(socket, second, () => seen.push(context.getStore())));
    expect(seen).toEqual([]);
    context.run('first', () => second.assignSocket(socket));
    expect(seen).toEqual(['second']);
  });

  it('RequestTurns ends a connection on which more wait than may, once, and begins none of them', () => {
    const { socket, turns, ended, response } = setUp();
    const begun: number[] = [];
    const waiting = Array.from({ length: MAX_WAITING + 3 }, response);
    for (const [index, one] of waiting.entries()) {
      expect(socket.destroyed).toBe(index > MAX_WAITING);
      turns.wait(socket, one, () => begun.push(index));
    }
    expect([ended, begun]).toEqual([[1], []]);
  });

  it('RequestTurns counts the requests that wait, not those that waited', () => {
    const { socket, turns, ended, response } = setUp();
    const begun: number[] = [];
    for (let index = 0; index < 5 * MAX_WAITING; index += 1) {
      const one = response();
      turns.wait(socket, one, () => begun.push(index));
      one.assignSocket(socket);
      one.detachSocket(socket);
    }
    expect([ended, begun.length, socket.destroyed]).toEqual([[], 5 * MAX_WAITING, false]);
  });
});
