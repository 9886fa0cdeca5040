import { argv, env, exit, stderr, stdin, stdout } from 'node:process';
import type { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { format, parseArgs } from 'node:util';
import { readSettings, StartupError } from '@app/program';
import { HISTORY_SETTINGS } from '../settings.schema';
import { StoreUnavailableError } from '../store/errors';
import { type BlockRange, SqlReader } from './sql-reader';

const USAGE = `SQL on decoded transfers of the history node: docs/how-to/sql.md

  [--chain NAME] [--format FORMAT] "SELECT ..."
    asks the database of HISTORY_SQL_URL; the statement - is read from standard input
    FORMAT is one of ClickHouse, for a statement without FORMAT; default TabSeparatedWithNames
  --help
    prints this text`;
const DEFAULT_FORMAT = 'TabSeparatedWithNames';
const STANDARD_INPUT = '-';

const FOR_THE_OPERATOR = [
  StartupError,
  StoreUnavailableError,
  // The error type of parseArgs.
  TypeError,
];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv.slice(2),
    allowPositionals: true,
    options: {
      chain: { type: 'string' },
      format: { type: 'string', default: DEFAULT_FORMAT },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return print(stdout, `${USAGE}\n`);
  const [statement, ...others] = positionals;
  if (statement === undefined || others.length > 0) throw new StartupError(USAGE);
  const { names, sql } = readSettings({ names: HISTORY_SETTINGS.names, sql: HISTORY_SETTINGS.sql }, env);
  const reader = new SqlReader(urlOf(values.chain, names, sql.urls), sql.limits);
  await reader.requireRights();
  await print(stderr, `${coverageText(await reader.coverage())}\n`);
  const asked = statement === STANDARD_INPUT ? await textOf(stdin) : statement;
  await print(stdout, await reader.ask(asked, values.format));
}

/** Resolves once a pipe has taken all of it: `exit` drops what waits. Throws StartupError where its reader is gone. */
function print(stream: Writable, content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error): void =>
      reject(new StartupError(`the answer cannot be written: ${cause.message}`, { cause }));
    stream.once('error', failed);
    stream.write(content, (error) => {
      if (error) return failed(error);
      stream.off('error', failed);
      resolve();
    });
  });
}

/** The URL of a chain; the name may be left out where there is one. */
function urlOf(chain: string | undefined, names: readonly string[], urls: readonly string[]): string {
  if (urls.length === 0)
    throw new StartupError(
      `HISTORY_SQL_URL: is not set (for example HISTORY_SQL_URL=${HISTORY_SETTINGS.sql.urls.example})`,
    );
  const [only] = urls;
  if (chain === undefined && urls.length === 1 && only !== undefined) return only;
  const url = urls[names.indexOf(chain ?? '')];
  if (url === undefined) throw new StartupError(`--chain: is one of ${names.join(', ')}`);
  return url;
}

/** Says which blocks a statement sees. */
function coverageText(ranges: readonly BlockRange[]): string {
  if (ranges.length === 0) return 'No blocks yet: their actions are in the store.';
  const texts = ranges.map(({ from, to }) => `${String(from)} to ${String(to)}`);
  return `Blocks ${texts.join(', ')}; later ones are in the store.`;
}

main().then(
  () => exit(0),
  (error: unknown) => {
    const isForOperator = FOR_THE_OPERATOR.some((type) => error instanceof type);
    const text = isForOperator ? (error as Error).message : format(error);
    const end = (): never => exit(1);
    void print(stderr, `${text}\n`).then(end, end);
  },
);
