// The HTTP interface of ClickHouse, as far as the cold tier of a history uses it, over ClickHouse within this process.
// Arguments: package of chdb, folder of the data, port (0: a free one). Prints its port, and ends with its input.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

const [, , chdb, folder, port] = process.argv;
const { Session } = createRequire(import.meta.url)(chdb);
const session = new Session(folder);
/** Source: ClickHouse, the status of the HTTP interface for a statement that fails. */
const FAILED = 500;
/** The database of the last statement. */
let used;

async function answer({ url }, body) {
  const params = new URL(url, 'http://localhost').searchParams;
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
server.listen(Number(port), '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();
