import { type DemoGateway, startDemoGateway } from '../../harness/gateway/demo-gateway';
import {
  initializeRequest,
  send,
  statelessHeaders,
  statelessRequest,
} from '../../harness/gateway/raw-client';

const revisions: readonly [string, (id: string) => object, Record<string, string>][] = [
  ['the older revisions', (id) => initializeRequest('tools/list', {}, id), {}],
  ['the newest revision', (id) => statelessRequest('tools/list', {}, id), statelessHeaders('tools/list')],
];

describe('tools/list', () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    gateway = await startDemoGateway();
  });
  afterAll(() => gateway.close());

  describe.each(revisions)('of %s', (_revision, request, headers) => {
    const list = (id: string, encodings: string) =>
      send(gateway.mcp, request(id), { ...headers, 'accept-encoding': encodings });

    it.each(['one', '"ü\u0000 😀', 'x'.repeat(20_000)])(
      'the list in gzip is the same JSON for id %j',
      async (id) => {
        const plain = await list(id, 'identity');
        const compressed = await list(id, 'gzip, deflate');
        expect([plain, compressed].map((answer) => answer.headers.get('content-encoding'))).toEqual([
          null,
          'gzip',
        ]);
        expect(compressed.text).toBe(plain.text);
        expect(compressed.json.id).toBe(id);
        expect(compressed.json.result).toHaveProperty('tools');
      },
    );

    it('the list in gzip takes less than half of the bytes', async () => {
      const [plain, compressed] = [await list('1', 'identity'), await list('1', 'gzip')];
      expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(plain.text));
      expect(Number(compressed.headers.get('content-length'))).toBeLessThan(plain.text.length / 2);
    });

    it.each(['identity', 'gzip;q=0', 'br', ''])(
      'the list is not compressed for Accept-Encoding: %s',
      async (encodings) => {
        const answer = await list('1', encodings);
        expect(answer.headers.get('content-encoding')).toBeNull();
        expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      },
    );

    it('the list counts in the bucket of messages in either encoding', async () => {
      const left = [await list('1', 'gzip'), await list('1', 'identity')].map(({ headers }) =>
        Number(headers.get('ratelimit-remaining')),
      );
      expect(left[0]! - left[1]!).toBe(1);
    });
  });
});
