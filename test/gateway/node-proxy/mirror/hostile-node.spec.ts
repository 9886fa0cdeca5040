import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { LimitedLog, Metrics } from '@app/operations';
import { json } from '../../../harness/fake-node/fake-node';
import { startLabelledGateway } from '../../../harness/gateway/labelled-gateway';
import { LONG_NODE_TIMEOUTS } from '../../../harness/gateway/long-timeouts';
import type { RunningGateway } from '../../../harness/gateway/start-gateway';
import { StreamNode } from '../../../harness/fake-node/stream-node';
import { until } from '../../../harness/until';

const OPENING = '/stream/?EIO=4&transport=polling';
const SCRIPT = '/stream-client.js';
/** The head of an answer arrives; the test holds for any time. */
const HEAD_ARRIVES_MS = 50;
const KILOBYTE = 'x'.repeat(1_024);

let node: StreamNode;
let gateway: RunningGateway;

/** The node's own answers but those of one path. */
function answering(path: string, answer: (response: ServerResponse) => void): void {
  const own = node.node.override;
  node.node.override = (target, body, response) => {
    if (target !== path) return own(target, body, response);
    answer(response);
    return true;
  };
}

const openStreams = async (): Promise<number> => {
  const { values } = await gateway.app.get(Metrics).streams.open.get();
  return values.reduce((sum, { value }) => sum + value, 0);
};

const failures = async (): Promise<number> => {
  const { values } = await gateway.app.get(Metrics).httpFailures.get();
  return values.reduce((sum, { value }) => sum + value, 0);
};

describe('a node that answers against its clients', () => {
  beforeEach(async () => {
    node = await StreamNode.start('one');
    gateway = await startLabelledGateway([node], {
      env: { ...LONG_NODE_TIMEOUTS, MAX_STREAMS_PER_ADDRESS: '2' },
    });
  });
  afterEach(async () => {
    await gateway.close();
    await node.stop();
  });

  /** Takes the requests of streams from socket.io: `answer` gets each. */
  function streamsAnsweredBy(answer: (response: ServerResponse) => void): void {
    const { server } = node.node;
    const [...listeners] = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/stream/') === true) answer(response);
      else for (const listener of listeners) listener.call(server, request, response);
    });
  }

  it('the opening of a stream without an end is refused, and its connection is closed', async () => {
    let isClosed = false;
    let sentKilobytes = 0;
    streamsAnsweredBy((response) => {
      response.on('close', () => (isClosed = true));
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = setInterval(() => {
        response.write(KILOBYTE.repeat(16));
        sentKilobytes += 16;
      }, 1);
      response.on('close', () => clearInterval(more));
    });
    const answer = await fetch(gateway.url + OPENING);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('65536 bytes')]);
    await until(() => isClosed);
    expect(sentKilobytes).toBeGreaterThanOrEqual(64);
    expect(await openStreams()).toBe(0);
  });

  it.each(['GET', 'POST'])(
    'an answer to %s in a stream with a number that is no status is a failure of the node',
    async (method) => {
      const opened = await fetch(gateway.url + OPENING);
      const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
      streamsAnsweredBy(({ socket }) => socket!.write('HTTP/1.1 000 \r\ncontent-length: 5\r\n\r\nhello'));
      const body = method === 'POST' ? '40' : null;
      const answer = await fetch(`${gateway.url}${OPENING}&sid=${sid}`, { method, body });
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining('answers with no status of HTTP'),
      ]);
    },
  );

  it('an answer in a stream is text, whatever type the node names', async () => {
    const opened = await fetch(gateway.url + OPENING);
    const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
    streamsAnsweredBy((response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('<h1>log in</h1>');
    });
    const answer = await fetch(`${gateway.url}${OPENING}&sid=${sid}`);
    const fields = ['content-type', 'content-length', 'set-cookie'].map((name) => answer.headers.get(name));
    expect([fields, await answer.text()]).toEqual([
      ['text/plain; charset=UTF-8', null, null],
      '<h1>log in</h1>',
    ]);
  });

  it.each([
    ['before the head of its answer', false],
    ['after the head of its answer', true],
  ])('a stream that its client leaves while the node is silent %s frees its place', async (_, sendsHead) => {
    let closed = 0;
    let asked = 0;
    streamsAnsweredBy((response) => {
      asked += 1;
      response.on('close', () => (closed += 1));
      if (sendsHead) response.writeHead(200, { 'content-type': 'text/plain' }).flushHeaders();
    });
    for (let round = 1; round <= 3; round++) {
      const leave = new AbortController();
      const opening = fetch(gateway.url + OPENING, { signal: leave.signal });
      await until(() => asked === round);
      await delay(HEAD_ARRIVES_MS);
      expect(await openStreams()).toBe(1);
      leave.abort();
      await expect(opening).rejects.toThrow();
      await until(async () => (await openStreams()) === 0);
      await until(() => closed === round);
    }
  });

  it('an answer is JSON that no browser runs, whatever type the node names', async () => {
    answering('/v1/chain/get_table_rows', (response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(JSON.stringify({ rows: ['<script>alert(1)</script>'], more: false }));
    });
    const answer = await fetch(`${gateway.url}/v1/chain/get_table_rows`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  });

  it('the script of a node is never served', async () => {
    answering(SCRIPT, (response) => {
      response.writeHead(200, { 'content-type': 'application/javascript' }).end('alert(document.domain)');
    });
    const answer = await fetch(gateway.url + SCRIPT);
    expect([answer.headers.get('x-upstream'), answer.headers.get('content-type')]).toEqual([
      'gateway',
      'application/javascript',
    ]);
    expect(await answer.text()).toContain('page.HyperionStreamClient = HyperionStreamClient');
  });

  it('a refusal of a node is not an error of the gateway', async () => {
    answering('/v1/chain/get_table_rows', (response) => {
      json(response, 500, {
        code: 500,
        message: 'Internal Service Error',
        error: { code: 3010001, name: 'name_type_exception', what: 'Invalid name', details: [] },
      });
    });
    const lines = jest.spyOn(gateway.app.get(LimitedLog), 'error');
    const answer = await fetch(`${gateway.url}/v1/chain/get_table_rows`, { method: 'POST', body: '{}' });
    await answer.text();
    expect([answer.status, lines.mock.calls, await failures()]).toEqual([500, [], 0]);
  });

  it('an answer that no node can give is a failure of the service', async () => {
    answering('/v1/chain/get_table_rows', (response) => void response.socket?.destroy());
    const answer = await fetch(`${gateway.url}/v1/chain/get_table_rows`, { method: 'POST', body: '{}' });
    await answer.text();
    expect([answer.status, await failures()]).toEqual([503, 1]);
  });
});
