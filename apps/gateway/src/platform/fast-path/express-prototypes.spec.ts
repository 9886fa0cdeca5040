import type { AddressInfo } from 'node:net';
import express from 'express';
import { createExpressServer, type GatewayResponse, type GatewayServer } from './express-prototypes';

describe('the fields of a GatewayResponse', () => {
  let server: GatewayServer;
  afterEach(() => server.close());

  /** Names and values of an answer in the order in which they were sent, without those of node:http. */
  async function sent(answer: (response: GatewayResponse) => void): Promise<string[][]> {
    server = createExpressServer(express(), {}, (_request, response) => {
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
  }

  const set = (response: GatewayResponse): void => {
    response.setHeader('X-One', 'first');
    response.setHeader('Content-Length', 2);
    response.setHeader('X-One', 'last');
  };
  const all = [
    ['content-length', '2'],
    ['x-one', 'last'],
  ];

  it('the fields of a GatewayResponse that are collected are written with the head, each of them once', async () => {
    expect(
      await sent((response) => {
        response.collectFields();
        set(response);
        response.end('{}');
      }),
    ).toEqual(all);
  });

  it('the fields of a GatewayResponse that were collected can be read and changed once they are released', async () => {
    expect(
      await sent((response) => {
        response.collectFields();
        set(response);
        response.releaseFields();
        expect(response.getHeader('x-one')).toBe('last');
        response.removeHeader('X-ONE');
        response.writeHead(200, { 'x-one': 'last' }).end('{}');
      }),
    ).toEqual(all);
  });
});
