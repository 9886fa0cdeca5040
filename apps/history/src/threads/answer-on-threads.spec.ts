import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { answerOnThreads } from './answer-on-threads';

/** The class by which a request goes to the threads, and whether its answer ended with its client's half of the connection. */
function handled(request: Partial<Request>): { ofClass: string; isEnded: boolean } {
  const classes: string[] = [];
  let isEnded = false;
  const handler = answerOnThreads({
    chain: 'mainnet',
    threads: {
      answer: (ofClass) => {
        classes.push(ofClass);
        return { answer: new Promise(() => undefined), leave: () => undefined };
      },
    },
    limits: { charge: () => ({ client: undefined, worked: () => undefined }) },
    refused: () => undefined,
  });
  const response = { once: () => response, destroy: () => (isEnded = true) } as unknown as Response;
  const socket = new EventEmitter();
  handler({ originalUrl: request.path, socket, ...request } as unknown as Request, response, () => undefined);
  socket.emit('end');
  return { ofClass: classes.join(), isEnded };
}

const SEARCH = { 'act.data.memo': 'x', limit: '1000' };
const EMPTY = { 'act.data.memo': '', limit: '1' };

describe('requests for threads', () => {
  it.each<[string, Partial<Request>, string]>([
    ['a search', { method: 'GET', path: '/v2/history/get_actions', query: SEARCH, body: undefined }, 'dear'],
    ['a page', { method: 'GET', path: '/v2/history/get_actions', query: { limit: '1' }, body: {} }, 'cheap'],
    [
      'a search by a query beside a body',
      { method: 'GET', path: '/v2/history/get_actions', query: SEARCH, body: EMPTY },
      'dear',
    ],
    [
      'a large page by a query beside a body',
      { method: 'GET', path: '/v1/history/get_actions', query: { offset: '1000' }, body: { offset: 1 } },
      'dear',
    ],
    [
      'a large page by a body beside a query',
      { method: 'POST', path: '/v1/history/get_actions', query: { offset: '1' }, body: { offset: 1000 } },
      'dear',
    ],
    [
      'a page by a body',
      { method: 'POST', path: '/v1/history/get_actions', query: {}, body: { offset: 10 } },
      'cheap',
    ],
  ])(
    '%s is of the class of what its route reads, and a search ends with its client',
    (_, request, expected) => {
      expect(handled(request)).toEqual({ ofClass: expected, isEnded: expected === 'dear' });
    },
  );
});
