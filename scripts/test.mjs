// `npm test`: prepares the tests, runs every spec, and ends with one plain summary line. `npm run test:all` and
// `npm run test:long` are the same with more cases (test/harness/long.ts).
// Arguments go to Jest: `npm test -- libs/antelope`.
import completeOnly from './jest/complete-only.cjs';
import { isOnPath } from './setup/apt.mjs';
import { runJest } from './setup/jest.mjs';
import {
  canInstallChdb,
  canInstallHelm,
  canInstallKeychain,
  canInstallOasdiff,
  ensureApiDocument,
  ensureChdb,
  ensureClickhouseCluster,
  ensureHaproxy,
  ensureHelm,
  ensureKeychain,
  ensureOasdiff,
  ensurePostgres,
  ensurePrometheus,
  ensureRedis,
  giveUp,
  prepare,
} from './setup.mjs';

await prepare('all');
await ensureApiDocument();
await ensureRedis();
await ensurePostgres();

const args = process.argv.slice(2);
const paths = args.filter((arg) => arg.includes('/') && !arg.startsWith('-'));
const isNamed = (folder) => paths.some((path) => path.startsWith(folder));
const isEverything = paths.length === 0;
const isComplete = ['TEST_ALL', 'TEST_LONG'].some((form) => process.env[form] === '1');
const left = args.every((arg) => arg.startsWith('-')) && !isComplete ? completeOnly.patterns : [];
const isLeft = (spec) => left.some((pattern) => new RegExp(pattern).test(`/${spec}/`));
/** Whether specs run because no path is named, or a folder that they are in. */
const isWithin = (spec) => (isEverything && !isLeft(spec)) || paths.some((path) => spec.startsWith(path));
if (isEverything || isNamed('test/replicas')) await ensureHaproxy();
const isChartNamed = isNamed('test/chart');
if (isEverything || isChartNamed) await ensurePrometheus();
if (isChartNamed || (isEverything && canInstallHelm())) await ensureHelm();
const COLD_SPECS = 'test/history/cold';
if (isNamed(COLD_SPECS) || (isWithin(COLD_SPECS) && canInstallChdb())) process.env.CHDB = await ensureChdb();
const REPLICAS_SPEC = `${COLD_SPECS}/replica`;
const isCluster = isNamed(COLD_SPECS) || isWithin(COLD_SPECS);
const noCluster = isCluster ? await ensureClickhouseCluster() : undefined;
if (noCluster !== undefined && isNamed(REPLICAS_SPEC)) giveUp(`The specs of replicas: ${noCluster}.`);
const KEYCHAIN_SPEC = 'test/signer/signer-keychain';
const isKeychainNamed = isNamed(KEYCHAIN_SPEC);
if (isKeychainNamed || (isEverything && canInstallKeychain())) await ensureKeychain();
const API_SPEC = 'test/release/api-changes';
if (isNamed(API_SPEC) || (isWithin(API_SPEC) && canInstallOasdiff()))
  process.env.OASDIFF = await ensureOasdiff();
const hasSystemd = () => isOnPath('systemd-analyze');
const NEEDS = {
  [COLD_SPECS]: [canInstallChdb, 'the embedded ClickHouse is there for Linux with glibc on x64 only'],
  [REPLICAS_SPEC]: [() => noCluster === undefined, noCluster],
  'test/chart/': [canInstallHelm, 'compiled by Go, and there is no go on the PATH'],
  [API_SPEC]: [canInstallOasdiff, 'compiled by Go, and there is no go on the PATH'],
  [KEYCHAIN_SPEC]: [canInstallKeychain, 'there is no Secret Service, and no root to install one'],
  'test/signer/signer-unit': [hasSystemd, 'there is no systemd-analyze on the PATH'],
};
const skipped = Object.keys(NEEDS).filter(
  (spec) => (isWithin(spec) || (isCluster && spec === REPLICAS_SPEC)) && !NEEDS[spec][0](),
);
if (skipped.length > 0)
  process.env.SPECS_NOT_RUN = skipped.map((spec) => `${spec}: ${NEEDS[spec][1]}`).join('; ');
if (left.length > 0) process.env.SPECS_SHORT = 'yes';
await runJest([...args, ...[...skipped, ...left].flatMap((path) => ['--testPathIgnorePatterns', path])]);
