import { gzipSync } from 'node:zlib';
import { createServer, type Server } from 'node:http';
import { GatewayClient } from '@app/client';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';

const MIB = 1024 * 1024;
const ANSWERS: Record<string, (text: string) => { body: Buffer; headers: Record<string, string> }> = {
  plain: (text) => ({ body: Buffer.from(text), headers: {} }),
  packed: (text) => ({ body: gzipSync(text), headers: { 'content-encoding': 'gzip' } }),
};

describe('the bytes of an answer', () => {
  let server: Server;
  let answer: { body: Buffer; headers: Record<string, string> };
  let url: string;
  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(200, answer.headers).end(answer.body);
    });
    url = await listenOnLoopback(server);
  });
  afterAll(() => closeServer(server));
  const call = () => new GatewayClient({ url, retryForMs: 0 }).call('get_chain_info', {}, { retry: false });
  /** A JSON text of exactly so many bytes, with a character of two bytes. */
  const textOf = (bytes: number) => `{"ü":"${'x'.repeat(bytes - 9)}"}`;

  it.each(Object.keys(ANSWERS))('the bytes of an answer are read up to 16 MiB: %s', async (form) => {
    expect(Buffer.byteLength(textOf(100))).toBe(100);
    answer = ANSWERS[form]!(textOf(16 * MIB));
    const read = (await call()) as unknown as { ü: string };
    expect(read['ü']).toHaveLength(16 * MIB - 9);
  });

  it.each(Object.keys(ANSWERS))('the bytes of an answer above 16 MiB are refused: %s', async (form) => {
    answer = ANSWERS[form]!(textOf(16 * MIB + 1));
    const refused = call();
    await expect(refused).rejects.toMatchObject({
      name: 'ToolError',
      code: 'unreadable_answer',
      status: 200,
    });
    await expect(refused).rejects.toThrow('the answer is too large');
  });
});
