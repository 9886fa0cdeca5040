import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { exchange, exchangeHalfClosed, statusesIn } from '../harness/raw-http';
import { completeBlocks } from '../harness/history/complete-blocks';
import { MemoryReader } from '../harness/history/memory/memory-reader';
import { SampleHistory } from '../harness/history/sample-history';

const HALF_OF_KEEP_ALIVE_MS = 37_500;

describe('HTTP of the history node', () => {
  let history: SampleHistory;
  beforeAll(async () => {
    history = await SampleHistory.start(completeBlocks(), { streamBuffer: 100 });
  });
  afterAll(() => history.close());

  const policyOf = async (path: string): Promise<(string | null)[]> => {
    const { headers } = await fetch(history.url + path);
    return ['x-content-type-options', 'content-security-policy', 'x-frame-options'].map((name) =>
      headers.get(name),
    );
  };

  it('a request that asks for h2c is answered', async () => {
    const text = await exchange(
      Number(new URL(history.url).port),
      'GET /v2/history/get_actions HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\n' +
        'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n',
    );
    expect(statusesIn(text)).toEqual([200]);
  });

  it('a client that ends its half of the connection is answered', async () => {
    const text = await exchangeHalfClosed(
      Number(new URL(history.url).port),
      'GET /v2/history/get_actions HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    expect(statusesIn(text)).toEqual([200]);
  });

  it('an idle connection is kept for longer than clients and balancers keep it', async () => {
    const { headers } = await fetch(`${history.url}/v2/history/get_actions`);
    expect(headers.get('keep-alive')).toBe('timeout=75');
  });

  it(
    'a history node that stops waits for its answers, and not for the clients that keep their connection',
    async () => {
      const stopped = await SampleHistory.start(completeBlocks());
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      const { status } = MemoryReader.prototype;
      const asked = new Promise<void>((resolve) => {
        jest.spyOn(MemoryReader.prototype, 'status').mockImplementation(async function (this: MemoryReader) {
          resolve();
          await held;
          return status.call(this);
        });
      });
      const agent = new Agent({ keepAlive: true });
      const answered = once(get(`${stopped.url}/v2/history/get_actions`, { agent }), 'response');
      await asked;
      const closed = stopped.close();
      answer();
      const [response] = (await answered) as [IncomingMessage];
      expect(response.resume().statusCode).toBe(200);
      await closed;
      agent.destroy();
    },
    HALF_OF_KEEP_ALIVE_MS,
  );

  it.each(['/v2/history/get_actions', '/v2/nothing', '/v2/docsx'])(
    '%s is not run by a browser',
    async (path) => {
      expect(await policyOf(path)).toEqual(['nosniff', "sandbox; default-src 'none'", null]);
    },
  );

  it('the page of the routes runs files of the node alone, in no frame', async () => {
    expect(await policyOf('/v2/docs')).toEqual([
      'nosniff',
      expect.stringMatching(/^default-src 'self'.*frame-ancestors 'none'$/),
      'DENY',
    ]);
  });
});
