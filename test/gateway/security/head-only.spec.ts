import { connect } from 'node:net';
import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import { initializeRequest, send } from '../../harness/gateway/raw-client';
import { type Platform, startPlatform } from '../../harness/gateway/platform';

/** Sends the head of a POST whose body never follows, and resolves with what comes back. */
const answerToHead = (port: number, path: string) =>
  new Promise<string>((resolve, reject) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.once('data', (chunk: Buffer) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });

describe('a client over its limit is answered before the body is read', () => {
  let platform: Platform | undefined;
  let gateway: DemoGateway | undefined;
  afterEach(async () => {
    await platform?.app.close();
    await gateway?.close();
    platform = gateway = undefined;
  });

  it('a tool answers 429 to a client over its limit before a byte of the body has arrived', async () => {
    platform = await startPlatform({ RATE_LIMIT_READ: '1' });
    await platform.call('get_echo');
    const answer = await answerToHead(platform.port, '/v1/tools/get_echo');
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/Retry-After: 60\r\n/);
    expect(answer).toMatch(/\{"error":"rate limit exceeded for the read bucket/);
  });

  it('/mcp answers 429 before the body after twice the messages that all buckets together allow', async () => {
    const one = {
      RATE_LIMIT_READ: '1',
      RATE_LIMIT_COMPOSE: '1',
      RATE_LIMIT_RELAY: '1',
      RATE_LIMIT_META: '1',
    };
    gateway = await startDemoGateway({ ...one, RATE_LIMIT_RELAY_REFUSED: '1' });
    const ping = () => send(gateway!.mcp, initializeRequest('ping'));
    const admitted = [];
    for (let answer = await ping(); answer.json.id === 1; answer = await ping()) admitted.push(answer.status);
    expect(admitted.slice(0, 2)).toEqual([200, 429]);
    expect(admitted.length).toBeGreaterThanOrEqual(8);
    const answer = await answerToHead(Number(gateway.mcp.port), '/mcp');
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/Retry-After: 60\r\n/);
    expect(answer).toMatch(/"id":null,"error":\{"code":429,/);
  });
});

describe('a body that continues after its answer', () => {
  it('a body that continues after its answer is ended by closing the connection', async () => {
    const platform = await startPlatform({ RATE_LIMIT_READ: '1' });
    await platform.call('get_echo');
    const socket = connect(platform.port, '127.0.0.1');
    const sent = new Promise<number>((resolve) => {
      socket.on('error', () => undefined).on('close', () => resolve(socket.bytesWritten));
    });
    socket.write('POST /v1/tools/get_echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n');
    const piece = Buffer.alloc(65_536, 0x20);
    const fill = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', fill);
    fill();
    expect(await sent).toBeLessThan(1_000_000_000);
    await platform.app.close();
  });
});
