// The HTTP interface of ClickHouse, as far as the cold tier of a history uses it, over ClickHouse within this process.
// Arguments: package of chdb, folder of the data, port (0: a free one), configuration with the rights of the user (none: all
// rights). Prints its port, and ends with its input.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

const [, , chdb, folder, port, configuration] = process.argv;
const { Session } = createRequire(import.meta.url)(chdb);
const connectionArgs = configuration === undefined ? [] : [`--config-file=${configuration}`];
const session = new Session(folder, { connectionArgs });
/** Parameters that are no settings. Source: ClickHouse, HTTP interface. */
const NO_SETTINGS = ['database', 'query', 'default_format', 'wait_end_of_query', 'buffer_size'];
/** Source: ClickHouse, the status of the HTTP interface for a statement that fails. */
const FAILED = 500;
/** The database of the last statement. */
let used;

/** A statement of a reader: with the settings of its request, in a connection of its own that ends with it. */
async function answerReader(params, body) {
  const reader = new Session(folder, { connectionArgs });
  try {
    await reader.queryAsync(`USE ${params.get('database')}`);
    const settings = [...params].filter(([name]) => !NO_SETTINGS.includes(name));
    await reader.queryAsync(`SET ${settings.map(([name, value]) => `${name} = '${value}'`).join(', ')}`);
    const result = await reader.queryAsync(body.toString(), { format: params.get('default_format') });
    return Buffer.from(result.bytes());
  } finally {
    reader.close();
  }
}

async function answer({ url }, body) {
  const params = new URL(url, 'http://localhost').searchParams;
  if (params.get('readonly') === '1') return answerReader(params, body);
  const database = params.get('database');
  if (database !== used) {
    await session.queryAsync(`CREATE DATABASE IF NOT EXISTS ${database}`);
    await session.queryAsync(`USE ${database}`);
    used = database;
  }
  const insert = params.get('query');
  if (insert !== null) {
    const [, table, columns, format] = /^INSERT INTO (\w+) \(([\w, ]+)\) FORMAT (\w+)$/.exec(insert);
    await session.insert({
      ...{ table: `${database}.${table}`, columns: columns.split(', ') },
      ...{ values: body, format },
    });
    return Buffer.alloc(0);
  }
  const result = await session.queryAsync(body.toString(), { format: params.get('default_format') ?? 'CSV' });
  return Buffer.from(result.bytes());
}

let last = Promise.resolve();
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  // One connection: one statement after the other.
  last = last
    .then(() => answer(request, body))
    .then(
      (content) => response.end(content),
      (error) => response.writeHead(FAILED).end(error.message),
    );
});
// A client that a busy machine stops for longer than the 5 s of Node would write to a connection that was closed.
server.keepAliveTimeout = 120_000;
server.listen(Number(port), '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();
