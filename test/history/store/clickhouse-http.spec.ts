import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';

const MS = 10_000;
/** One column of the type UInt8 with the values 3 and 4. */
const ANSWER = Buffer.from('01020161' + '0555496e7438' + '0304', 'hex');

interface Asked {
  readonly request: IncomingMessage;
  readonly body: string;
}

describe('statements over the HTTP interface of ClickHouse', () => {
  let server: Server;
  let port: string;
  let asked: Asked[];
  let next: { status: number; content: Buffer | undefined };

  beforeAll(async () => {
    server = createServer((request, response) => {
      void buffer(request).then((body) => {
        asked.push({ request, body: body.toString() });
        if (next.content !== undefined) response.writeHead(next.status).end(next.content);
      });
    });
    port = new URL(await listenOnLoopback(server)).port;
  });
  beforeEach(() => {
    asked = [];
    next = { status: 200, content: ANSWER };
  });
  afterAll(() => closeServer(server));

  const paramsOf = ({ request }: Asked): Record<string, string> =>
    Object.fromEntries(new URL(request.url!, 'http://localhost').searchParams);

  it('a statement is sent with the user, the password and the database of the URL', async () => {
    const http = new ClickhouseHttp(`clickhouse://some%20user:p%40ss@127.0.0.1:${port}/my%20base`);
    expect(await http.rows('SELECT a', MS)).toEqual([[3], [4]]);
    const [sent] = asked;
    expect(sent!.body).toBe('SELECT a');
    expect(sent!.request.headers).toMatchObject({
      'x-clickhouse-user': 'some user',
      'x-clickhouse-key': 'p@ss',
    });
    expect(paramsOf(sent!)).toEqual({
      database: 'my base',
      default_format: 'Native',
      ...{ readonly: '2', cancel_http_readonly_queries_on_client_close: '1' },
      wait_end_of_query: '1',
      insert_deduplicate: '0',
    });
  });

  it('a URL without user and database means the default ones, and data is sent behind its statement', async () => {
    const http = new ClickhouseHttp(`clickhouse://127.0.0.1:${port}`);
    await http.send('INSERT INTO owner (id) FORMAT TabSeparated', Buffer.from('1\n'), MS);
    const [sent] = asked;
    expect(sent!.body).toBe('1\n');
    expect(paramsOf(sent!)).toMatchObject({
      database: 'default',
      query: 'INSERT INTO owner (id) FORMAT TabSeparated',
    });
    expect(sent!.request.headers).not.toHaveProperty('x-clickhouse-user');
  });

  it('a statement that is refused fails with the reason in one line', async () => {
    const http = new ClickhouseHttp(`clickhouse://127.0.0.1:${port}/a`);
    next = { status: 404, content: Buffer.from('Code: 60. DB::Exception: no table\nstack') };
    const attempt = http.run('SELECT a', MS);
    await expect(attempt).rejects.toThrow(StoreUnavailableError);
    await expect(attempt).rejects.toThrow(/with 404: Code: 60. DB::Exception: no table stack$/);
  });

  it.each([
    ['ends within a value', ANSWER.subarray(0, -1)],
    ['has a type that is not asked for', Buffer.from('010201610444617465', 'hex')],
    ['ends within a length', Buffer.from('80', 'hex')],
  ])('an answer that %s is one of a server that cannot be asked', async (_what, content) => {
    next = { status: 200, content };
    const attempt = new ClickhouseHttp(`clickhouse://127.0.0.1:${port}/a`).rows('SELECT a', MS);
    await expect(attempt).rejects.toThrow(StoreUnavailableError);
    await expect(attempt).rejects.toThrow('sent no rows that can be read');
  });

  it('a statement that is not answered in time, or is in flight at the close, fails', async () => {
    const http = new ClickhouseHttp(`clickhouse://127.0.0.1:${port}/a`);
    next = { status: 200, content: undefined };
    await expect(http.run('SELECT a', 1)).rejects.toThrow('does not answer');
    const attempt = http.run('SELECT a', MS);
    http.close();
    await expect(attempt).rejects.toThrow(StoreUnavailableError);
  });
});
