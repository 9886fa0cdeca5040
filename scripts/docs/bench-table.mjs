// The table of the README, from the last recorded run of `npm run bench`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../setup.mjs';
import { table } from './markdown.mjs';

const RESULTS = path.join('test', 'load', 'results', 'tool-path.json');
const BEGIN = '<!-- made by npm run docs of the results of npm run bench -->';
const END = '<!-- end -->';
const SERVERS = ['gateway', 'node', 'express', 'nginx', 'go', 'rust'];

function section() {
  const { machine, versions, rounds, http } = JSON.parse(readFileSync(path.join(ROOT, RESULTS), 'utf8'));
  const titleOf = {
    gateway: 'gateway',
    node: `node:http ${versions.node.replace(/^v/, '')}`,
    express: 'Express 5',
    nginx: `nginx ${versions.nginx}`,
    go: `Go ${versions.go}`,
    rust: `Rust ${versions.rust}`,
  };
  const rows = http.map(({ name, servers, at_half_load: { p50_ms, p99_ms } }) => [
    name.replace(/^\w+/, '`$&`'),
    ...SERVERS.map((server) =>
      servers[server] === undefined ? '' : Math.round(servers[server].cpu_us_least),
    ),
    `${p50_ms}, ${p99_ms}`,
  ]);
  const head = ['request', ...SERVERS.map((server) => titleOf[server]), 'p50, p99 (ms)'];
  return `CPU time in µs of one request: the gateway with checks, limits, metrics and request ids, beside servers that answer the same bytes and do nothing else; nginx keeps them for a second. The least of ${rounds} interleaved rounds on ${machine.cores} cores of a small shared machine (${machine.cpu}), so compare within a row. The last column is the gateway's latency at half of the throughput that one core reaches.

${table(head, rows)}`;
}

/** @param readme its text. @returns it with the table of the last results, formatted */
export async function withBenchTable(readme) {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END, begin);
  if (begin === -1 || end === -1) throw new Error(`README.md lacks ${BEGIN} or ${END}`);
  const text = `${readme.slice(0, begin)}${BEGIN}\n\n${section()}\n\n${readme.slice(end)}`;
  return format(text, { parser: 'markdown', printWidth: 110, singleQuote: true, trailingComma: 'all' });
}
