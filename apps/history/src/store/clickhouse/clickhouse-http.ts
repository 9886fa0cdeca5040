import { StoreUnavailableError } from '../errors';
import type { SqlValue } from '../sql/values';
import { readNative } from './native-rows';
import { post } from './post';
import { databaseOf, isSecure, serverOf } from './protocols';

/** Longest part of an error of the database that is shown. */
const MAX_ERROR = 300;
/** Of the error of a statement that an operator wrote. */
const MAX_WHOLE_ERROR = 10_000;
/** More than the actions of any block, or of any page. */
const MAX_BYTES = 256 * 2 ** 20;

/** The server ends a read whose client is gone. It takes that of reads that may set something, but change nothing. */
const READ_SETTINGS = { readonly: '2', cancel_http_readonly_queries_on_client_close: '1' };

/**
 * `wait_end_of_query`: a statement that fails has a status of an error, as no part of its answer is sent before its end.
 * `insert_deduplicate`: a replicated table would leave out rows that were staged before, removed and staged again.
 */
const SETTINGS = { wait_end_of_query: '1', insert_deduplicate: '0' };

/** Statements over the HTTP interface of ClickHouse. Throws StoreUnavailableError. */
export class ClickhouseHttp {
  readonly #closing = new AbortController();
  readonly database: string;
  readonly #endpoint: URL;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param url `clickhouse://user:password@host:8123/database` */
  constructor(url: string) {
    const parsed = new URL(url);
    const { username, password } = parsed;
    this.#endpoint = new URL(`${isSecure(parsed) ? 'https' : 'http'}://${serverOf(parsed)}/`);
    this.database = databaseOf(parsed);
    this.#endpoint.searchParams.set('database', this.database);
    for (const [name, value] of Object.entries(SETTINGS)) this.#endpoint.searchParams.set(name, value);
    this.#headers =
      username === ''
        ? {}
        : {
            'X-ClickHouse-User': decodeURIComponent(username),
            'X-ClickHouse-Key': decodeURIComponent(password),
          };
  }

  async rows(sql: string, timeoutMs: number): Promise<SqlValue[][]> {
    const endpoint = this.#with({ default_format: 'Native', ...READ_SETTINGS });
    const content = await this.#post(endpoint, sql, timeoutMs);
    try {
      return readNative(content);
    } catch (error) {
      throw new StoreUnavailableError(
        `the ClickHouse database sent no rows that can be read: ${String(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  async run(sql: string, timeoutMs: number): Promise<void> {
    await this.#post(this.#endpoint, sql, timeoutMs);
  }

  /**
   * The answer to a statement as it is sent, with settings. The error of one that is refused has the whole reason. The
   * server keeps the answer in its memory up to `maxBytes`, so that one up to there is complete, or an error; a longer one
   * is not taken.
   */
  async ask(
    sql: string,
    settings: Readonly<Record<string, string>>,
    { timeoutMs, maxBytes }: { readonly timeoutMs: number; readonly maxBytes: number },
  ): Promise<Buffer> {
    const endpoint = this.#with({ ...settings, wait_end_of_query: '0', buffer_size: String(maxBytes) });
    return this.#post(endpoint, sql, timeoutMs, { maxBytes, maxError: MAX_WHOLE_ERROR });
  }

  /** Runs a statement whose data is sent besides. */
  async send(sql: string, content: Buffer, timeoutMs: number): Promise<void> {
    await this.#post(this.#with({ query: sql }), content, timeoutMs);
  }

  /** Statements in flight fail; the server may still carry them out. */
  close(): void {
    this.#closing.abort(new Error('the connection was closed'));
  }

  #with(params: Readonly<Record<string, string>>): URL {
    const endpoint = new URL(this.#endpoint);
    for (const [name, value] of Object.entries(params)) endpoint.searchParams.set(name, value);
    return endpoint;
  }

  async #post(
    endpoint: URL,
    body: string | Buffer,
    timeoutMs: number,
    { maxBytes, maxError } = { maxBytes: MAX_BYTES, maxError: MAX_ERROR },
  ): Promise<Buffer> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#closing.signal]);
    const answer = await post(endpoint, { headers: this.#headers, body, signal, maxBytes }).catch(
      (error: unknown) => {
        throw new StoreUnavailableError(`the ClickHouse database does not answer: ${String(error)}`, {
          cause: error,
        });
      },
    );
    if (answer.status === 200) return answer.content;
    const text = answer.content.toString('utf8').replace(/\s+/g, ' ');
    throw new StoreUnavailableError(
      `the ClickHouse database refused a statement with ${answer.status}: ${text.slice(0, maxError)}`,
    );
  }
}
