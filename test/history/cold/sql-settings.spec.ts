import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { buffer, text as textOf } from 'node:stream/consumers';
import { ReaderRightsError } from '../../../apps/history/src/cold-sql/reader-rights';
import { SqlReader } from '../../../apps/history/src/cold-sql/sql-reader';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';

const GRANTS =
  'GRANT SELECT ON history.transfer TO reader\nGRANT SELECT ON history.transfer_range TO reader\n';
const PROGRAM = path.join(__dirname, '../../../dist/compiled/apps/history/src/cold-sql/sql.js');

interface Answer {
  readonly status: number;
  readonly text: string;
}

describe('statements of an operator over HTTP', () => {
  let server: Server;
  let url: string;
  let reader: SqlReader;
  let asked: { readonly sql: string; readonly params: Readonly<Record<string, string>> }[];
  let answers: Readonly<Record<string, Answer>>;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const sql = body.toString();
        const params = Object.fromEntries(new URL(request.url!, 'http://localhost').searchParams);
        asked.push({ sql, params });
        const { status, text } = answers[sql] ?? { status: 200, text: '' };
        response.writeHead(status).end(text);
      });
    });
    const { port } = new URL(await listenOnLoopback(server));
    url = `clickhouse://reader:secret@127.0.0.1:${port}/history`;
    const limits = { timeoutMs: 1_500, memoryMiB: 2, readRows: 7_000 };
    reader = new SqlReader(url, limits);
  });
  beforeEach(() => {
    asked = [];
    answers = {};
  });
  afterAll(async () => {
    reader.close();
    await closeServer(server);
  });

  it('each statement is sent as it is, with the limits as settings and with readonly', async () => {
    answers = { 'SELECT 1 -- x': { status: 200, text: '1\n' } };
    expect((await reader.ask('SELECT 1 -- x', 'CSV')).toString()).toBe('1\n');
    expect(asked[0]!.params).toEqual({
      ...{ database: 'history', default_format: 'CSV', wait_end_of_query: '0', insert_deduplicate: '0' },
      buffer_size: '67108864',
      ...{ readonly: '1', cancel_http_readonly_queries_on_client_close: '1', max_threads: '2' },
      ...{ max_execution_time: '2', timeout_overflow_mode: 'throw', max_memory_usage: '2097152' },
      ...{ max_rows_to_read: '7000', read_overflow_mode: 'throw' },
      ...{ max_result_rows: '1000000', max_result_bytes: '67108864', result_overflow_mode: 'throw' },
      ...{
        max_temporary_data_on_disk_size_for_query: '1073741824',
        output_format_json_quote_64bit_integers: '1',
      },
    });
  });

  it('a server that keeps its log of statements from the user is accepted, and one that shows it is not', async () => {
    const log = 'SELECT 1 FROM system.query_log LIMIT 0';
    const kept = { status: 403, text: 'Code: 497. DB::Exception: Not enough privileges. (ACCESS_DENIED)' };
    answers = { 'SHOW GRANTS': { status: 200, text: GRANTS }, [log]: kept };
    await reader.requireRights();
    answers = { ...answers, [log]: { status: 200, text: '' } };
    await expect(reader.requireRights()).rejects.toThrow(ReaderRightsError);
    answers = { ...answers, [log]: { status: 500, text: 'Code: 209. DB::Exception: timeout' } };
    await expect(reader.requireRights()).rejects.toThrow('Code: 209');
  });

  it('ranges that follow each other are one, and a range that is missing is seen', async () => {
    const sql = 'SELECT first, last FROM transfer_range ORDER BY first';
    answers = { [sql]: { status: 200, text: '2\t999\n1000\t1999\n3000\t3999\n' } };
    expect(await reader.coverage()).toEqual([
      { from: 2, to: 1999 },
      { from: 3000, to: 3999 },
    ]);
  });

  describe('npm run sql into a pipe', () => {
    const LARGE = 'x'.repeat(2 ** 20);
    let child: ChildProcessWithoutNullStreams;
    beforeEach(() => {
      const kept = { status: 403, text: 'Code: 497. DB::Exception: Not enough privileges. (ACCESS_DENIED)' };
      answers = {
        'SHOW GRANTS': { status: 200, text: GRANTS },
        'SELECT 1 FROM system.query_log LIMIT 0': kept,
        'SELECT large': { status: 200, text: LARGE },
      };
    });
    afterEach(() => child.kill());

    const ask = (statement: string): void => {
      const env = { ...process.env, HISTORY_SQL_URL: url };
      child = spawn(process.execPath, [PROGRAM, statement], { env });
    };

    it('an answer that is larger than a pipe arrives whole at a reader that begins late', async () => {
      ask('SELECT large');
      // The answer waits in the pipe from here on.
      await once(child.stdout, 'readable');
      const ended = once(child, 'close');
      expect((await textOf(child.stdout)) === LARGE).toBe(true);
      child.stderr.resume();
      expect(await ended).toEqual([0, null]);
    });

    it('an answer whose reader goes away is an error', async () => {
      ask('SELECT large');
      child.stdout.destroy();
      const [errors, [code]] = await Promise.all([textOf(child.stderr), once(child, 'close')]);
      expect(errors).toContain('the answer cannot be written: write EPIPE');
      expect(code).toBe(1);
    });
  });
});
