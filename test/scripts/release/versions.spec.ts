import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface VersionsModule {
  releaseVersion(root: string): string;
}
const ROOT = path.resolve(__dirname, '../../..');
const load = () => import(path.join(ROOT, 'scripts/release/versions.mjs')) as Promise<VersionsModule>;

/** Every file that states the version. */
const FILES = [
  'package.json',
  'package-lock.json',
  'apps/signer/package.json',
  'apps/signer/server.json',
  'libs/client/package.json',
  'libs/client/python/pyproject.toml',
  'scripts/starter/package.json',
  'helm/chain-tool-gateway/Chart.yaml',
];

describe('the version of a release', () => {
  let copy: string;
  let version: string;
  beforeEach(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'versions-'));
    for (const file of FILES) cpSync(path.join(ROOT, file), path.join(copy, file));
    ({ version } = JSON.parse(readFileSync(path.join(copy, 'package.json'), 'utf8')) as { version: string });
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  it('the files of the project agree on their version', async () => {
    expect((await load()).releaseVersion(ROOT)).toBe(version);
  });

  it.each(FILES.slice(1))('a release is refused while %s has another version', async (file) => {
    const { releaseVersion } = await load();
    const text = readFileSync(path.join(copy, file), 'utf8');
    // The last one of the chart is its appVersion.
    const at = file.endsWith('.yaml')
      ? text.indexOf(version, text.indexOf('appVersion'))
      : text.indexOf(version);
    writeFileSync(path.join(copy, file), `${text.slice(0, at)}9.9.9${text.slice(at + version.length)}`);
    expect(() => releaseVersion(copy)).toThrow(`${file}: 9.9.9`);
  });
});
