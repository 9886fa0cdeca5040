import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { longOr } from '../harness/long';
import { runProgram } from '../harness/process/run-program';
import { EmptyProject, NpxProduct } from './installed';

const ROOT = path.resolve(__dirname, '..', '..');
const SCRIPT = path.join(ROOT, 'scripts', 'release.mjs');
const changelog = (): string => readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
/**
 * The short form makes what needs neither Python, Go nor a network; starter.spec.ts and
 * executables.spec.ts have the others.
 */
const WITHOUT = ['--without', longOr('executables', 'executables,starter,python,chart,sbom,api')];

/** Runs the script with these flags; its date is that of the epoch given. */
const release = (...flags: readonly string[]) =>
  runProgram(process.execPath, [SCRIPT, ...flags], {
    cwd: ROOT,
    env: { INIT_CWD: ROOT, SOURCE_DATE_EPOCH: '1800000000' },
  });

describe('npm run release', () => {
  const user = new EmptyProject();
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  const before = changelog();
  let output: string;

  beforeAll(async () => {
    const ended = await release('--out', folder, ...WITHOUT);
    output = ended.output;
    expect(ended).toEqual({ code: 0, output });
  });
  afterAll(() => {
    user.remove();
    rmSync(folder, { recursive: true });
  });

  const archive = (pattern: string): string => {
    const [file, ...others] = globSync(pattern, { cwd: folder });
    if (file === undefined || others.length > 0) throw new Error(`${pattern}: ${output}`);
    return path.join(folder, file);
  };

  it('the release names its tag and its files, and changes no file of the project', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(output).toMatch(new RegExp(`\\ntag: v${version}\\n$`));
    for (const file of globSync('**/*.*', { cwd: folder })) expect(output).toContain(path.join(folder, file));
    expect(changelog()).toBe(before);
    expect(readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8')).toContain(
      `## [Unreleased]\n\n## [${version}] - 2027-01-15\n`,
    );
  });

  it('sha256sum accepts every file, and refuses one that was changed', async () => {
    const check = () => runProgram('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
    const files = globSync('**/*.*', { cwd: folder });
    const { code, output: rows } = await check();
    expect({ code, rows }).toEqual({ code: 0, rows });
    expect(rows.match(/: OK$/gm)).toHaveLength(files.length);
    const notes = path.join(folder, 'RELEASE-NOTES.md');
    const text = readFileSync(notes, 'utf8');
    writeFileSync(notes, `${text} `);
    expect((await check()).code).toBe(1);
    writeFileSync(notes, text);
  });

  it('the notes have a command for every archive, and the changes of the changelog', () => {
    const notes = readFileSync(path.join(folder, 'RELEASE-NOTES.md'), 'utf8');
    for (const file of globSync('npm/*', { cwd: folder }))
      expect(notes).toMatch(new RegExp(`\`[^\`]* ./${file}`));
    const [first] = /^- .*$/m.exec(before)!;
    expect(notes).toContain(first);
  });

  it('the signer and the client of the folder install without a network, and run', async () => {
    await user.install(archive('npm/chain-tool-signer-*.tgz'), archive('npm/chain-tool-client-*.tgz'));
    expect(await user.must(path.join(user.project, 'node_modules/.bin/signer'), '--help')).toContain(
      'policy',
    );
    const source = `import { GatewayClient } from 'chain-tool-client';
      await new GatewayClient({ url: 'http://127.0.0.1:9' }).call('get_btc_price').catch((error) => console.log(error.name));`;
    expect(await user.must(process.execPath, '--input-type=module', '-e', source)).toMatch(/^\w*Error\n$/);
  });

  it('the release refuses a folder that holds other files, and leaves them', async () => {
    const { code, output: text } = await release('--out', user.project, ...WITHOUT);
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining('is no folder of a release') as string,
    });
    expect(existsSync(path.join(user.project, 'package.json'))).toBe(true);
  });

  it('the release refuses to leave out an unknown part', async () => {
    const { code, output: text } = await release('--without', 'starters');
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining('"starters" is none of starter, signer, client') as string,
    });
  });

  const LONG: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'npx runs the starter of the folder',
      async () => {
        const product = await NpxProduct.start(user, archive('npm/chain-tool-gateway-*.tgz'));
        const answer = await fetch(`${product.url}/v1/tools/get_chain_info`, { method: 'POST', body: '{}' });
        await product.stop();
        expect(answer.status).toBe(200);
      },
    ],
    [
      'pip installs the wheel and the source archive without an index',
      async () => {
        for (const file of [archive('python/*.whl'), archive('python/*.tar.gz')]) {
          const home = path.join(user.folder, path.basename(file));
          const tools = path.join(ROOT, '.cache', 'tools', 'python-build', 'bin', 'python');
          const pip = ['-m', 'pip', 'install', '--no-index', '--no-deps', '--no-build-isolation'];
          await user.must(tools, ...pip, '--target', home, file);
          const source = `import sys; sys.path.insert(0, '${home}'); import chain_tool_client; print(chain_tool_client.__file__)`;
          expect(await user.must(tools, '-c', source)).toContain(home);
        }
      },
    ],
    [
      'helm renders the archive of the chart',
      async () => {
        const helm = process.env.HELM ?? globSync('.cache/tools/helm-*/helm', { cwd: ROOT })[0]!;
        const program = path.resolve(ROOT, helm);
        const rendered = await user.must(
          program,
          'template',
          'own',
          '--kube-version',
          '1.33.0',
          archive('helm/*.tgz'),
        );
        expect(rendered).toContain('kind: Deployment');
      },
    ],
    [
      'the software bill of materials names packages',
      () => {
        const bom = JSON.parse(readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8')) as object;
        expect(bom).toMatchObject({ bomFormat: 'CycloneDX' });
        return Promise.resolve();
      },
    ],
  ];
  for (const [title, check] of longOr(LONG, [])) it(title, check);
});
