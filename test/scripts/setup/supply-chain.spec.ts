import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
  readonly dev?: true;
  readonly optional?: true;
  readonly devOptional?: true;
}
interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly scarfSettings: { readonly enabled: boolean };
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
}

const readText = (...parts: string[]) => readFileSync(path.join(ROOT, ...parts), 'utf8');
const readJson = <T>(...parts: string[]) => JSON.parse(readText(...parts)) as T;
const lockedIn = (file: string) =>
  Object.entries(readJson<{ packages: Record<string, Locked> }>(file).packages).filter(
    ([name]) => name !== '',
  );
const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, '');

/** Those that are used freely, with their notices kept. */
const PERMISSIVE = [
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Python-2.0'],
  ...['(MIT AND Zlib)', 'Unlicense'],
];
/** Named in docs/reference/licences.md with what they mean. */
const EXCEPTIONS = [
  ...['@greymass/buoy', '@wharfkit/abicache', '@wharfkit/antelope', '@wharfkit/common', '@wharfkit/session'],
  ...['@wharfkit/signing-request', '@wharfkit/wallet-plugin-privatekey', '@wharfkit/web-renderer'],
];
/** The sentence that makes a BSD licence no open source licence, whatever package.json says. */
const hasSentence = (folder: string) =>
  ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].some(
    (name) => existsSync(path.join(ROOT, folder, name)) && /MILITARY/.test(readText(folder, name)),
  );

describe('supply chain', () => {
  it.each(globSync('{package-lock.json,scripts/setup/tools/*/package-lock.json}', { cwd: ROOT }))(
    'the packages have a SHA-512 hash each, for every platform, in %s',
    (file) => {
      const locked = lockedIn(file);
      expect(locked.length).toBeGreaterThan(0);
      expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
    },
  );

  it('packages run no script at install, and each that has one is decided by name', () => {
    expect(readText('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const { allowScripts, scarfSettings } = readJson<Manifest>('package.json');
    expect(scarfSettings.enabled).toBe(false);
    const withScript = lockedIn('package-lock.json').filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(withScript.map(([folder]) => [nameOf(folder), allowScripts[nameOf(folder)]])).toEqual(
      withScript.map(([folder]) => [nameOf(folder), false]),
    );
  });

  it('the packages of production have permissive licences, with the exceptions that docs/reference/licences.md explains', () => {
    const production = lockedIn('package-lock.json').filter(
      ([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional,
    );
    const restricted = production
      .map(([folder]) => {
        if (hasSentence(folder)) return [nameOf(folder), 'BSD-3-Clause-No-Military-License'] as const;
        const { license, licenses = [] } = readJson<Manifest>(folder, 'package.json');
        const stated = typeof license === 'object' ? license.type : license;
        return [nameOf(folder), stated ?? licenses.map(({ type }) => type).join(' OR ')] as const;
      })
      .filter(([, licence]) => !PERMISSIVE.includes(licence));
    expect(restricted.map(([name]) => name)).toEqual(EXCEPTIONS);
    const page = readText('docs', 'reference', 'licences.md');
    const explained = [...page.matchAll(/^\*\*([^*]+)\*\* \(([^)]+)\)/gm)].flatMap(
      ([, names = '', licence]) => names.split(', ').map((name) => [name, licence]),
    );
    expect(explained).toEqual(restricted);
  });

  it('the packages of the start and of the tests compile and bundle with the same versions', () => {
    const { dependencies } = readJson<{ dependencies: Readonly<Record<string, string>> }>(
      ...['scripts', 'setup', 'tools', 'compiler', 'package.json'],
    );
    const versionIn = (file: string, name: string) =>
      lockedIn(file).find(([folder]) => folder === `node_modules/${name}`)?.[1].version;
    const locks = ['scripts/setup/tools/compiler/package-lock.json', 'package-lock.json'];
    for (const [name, version] of Object.entries(dependencies)) {
      expect([name, ...locks.map((file) => versionIn(file, name))]).toEqual([name, version, version]);
    }
  });
});
