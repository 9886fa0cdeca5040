import type { Request, Response } from 'express';
import { answerOnThreads } from './answer-on-threads';

/** The class by which a request goes to the threads. */
function classOfRequest(request: Partial<Request>): string {
  const classes: string[] = [];
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
  const response = { once: () => response } as unknown as Response;
  handler({ originalUrl: request.path, ...request } as Request, response, () => undefined);
  return classes.join();
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
  ])('%s is of the class of what its route reads', (_, request, expected) => {
    expect(classOfRequest(request)).toBe(expected);
  });
});
