// `npm test`: prepares the tests, runs every spec, and ends with one plain summary line.
// Arguments go to Jest: `npm test -- libs/antelope`.
import { runJest } from './setup/jest.mjs';
import {
  canInstallHelm,
  ensureHaproxy,
  ensureHelm,
  ensurePostgres,
  ensurePrometheus,
  ensureRedis,
  prepare,
} from './setup.mjs';

await prepare('all');
await ensureRedis();
await ensurePostgres();

const args = process.argv.slice(2);
const isNamed = (folder) => args.some((arg) => arg.startsWith(folder));
const isEverything = !args.some((arg) => arg.includes('/'));
if (isEverything || isNamed('test/replicas')) await ensureHaproxy();
const isChartNamed = isNamed('test/chart');
if (isEverything || isChartNamed) await ensurePrometheus();
if (isChartNamed || (isEverything && canInstallHelm())) await ensureHelm();
const skipsChart = isEverything && !canInstallHelm();
if (skipsChart)
  process.env.SPECS_NOT_RUN = 'test/chart: Helm is compiled by Go, and there is no go on the PATH';
await runJest(skipsChart ? [...args, '--testPathIgnorePatterns', 'test/chart/'] : args);
