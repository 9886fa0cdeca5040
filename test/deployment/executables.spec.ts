import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS_ROWS } from '@app/program';
import { developmentProfileFile, readProfile } from '@app/networks';
import { loadSettings } from '@app/operations';
import { CALL_BOUNDS } from '@app/upstream';
import { SERVER_IDENTITY } from '../../apps/gateway/src/mcp/server-info';
import { modulesIn, PRINTS_MODULES } from '../harness/process/prints-modules';
import { type App, folderOf, mainOf } from '../harness/process/programs';
import { runProgram } from '../harness/process/run-program';

const ROOT = path.resolve(__dirname, '..', '..');
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
const run = (app: App, ...args: string[]) => runProgram(process.execPath, [mainOf(app), ...args]);

/** The installed packages of which modules ran in a program. */
const installedIn = (output: string): string[] =>
  modulesIn(output).filter((name) => !/^(?:libs|apps)\//.test(name));

describe.each(['gateway', 'devchain', 'history'] as const)('the compiled %s', (app) => {
  it('--version of a program prints the version of the package', async () => {
    expect(await run(app, '--version')).toEqual({ code: 0, output: `${version}\n` });
  });

  it('--help of a program prints its settings, or their page', async () => {
    const { code, output } = await run(app, '--help');
    expect(code).toBe(0);
    expect(output).toContain('Settings are environment variables:');
  });

  it('--help of a program loads the packages of the settings alone', async () => {
    const { output } = await runProgram(process.execPath, [
      '--import',
      PRINTS_MODULES,
      mainOf(app),
      '--help',
    ]);
    expect(['fastest-levenshtein', 'ipaddr.js', 'zod']).toEqual(expect.arrayContaining(installedIn(output)));
    expect(installedIn(output)).toContain('zod');
  });

  it('a program refuses an unknown argument', async () => {
    const { code, output } = await run(app, '--prot');
    expect(code).toBe(1);
    expect(output).toContain('unknown argument "--prot"; there are --help and --version');
  });
});

describe('the compiled gateway', () => {
  it('--help of the gateway names every setting', async () => {
    const { output } = await run('gateway', '--help');
    expect(Object.keys(SETTINGS_ROWS).filter((name) => !output.includes(`  ${name}: `))).toEqual([]);
  });

  it('the gateway has the development profile as JSON, with the entries of its source', () => {
    const file = path.join(folderOf('gateway'), path.relative(ROOT, developmentProfileFile()));
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"/);
    expect(readProfile(file).entries()).toEqual(readProfile(developmentProfileFile()).entries());
  });

  it('the gateway reports the version of the package over MCP', () => {
    expect(SERVER_IDENTITY.version).toBe(version);
  });

  it('the gateway has the time limit of each class of node calls as default of its setting', () => {
    const defaults = Object.fromEntries(
      Object.entries(CALL_BOUNDS).map(([call, { deadlineMs }]) => [call, deadlineMs]),
    );
    expect(loadSettings({}).nodes.timeoutsMs).toEqual(defaults);
    expect(loadSettings({ NODE_TIMEOUT_TABLE_MS: '900' }).nodes.timeoutsMs.table).toBe(900);
  });
});
