import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(__dirname, '..', '..', 'dist', 'console');
const KB = 1_000;
/** Of all files together without that of the wallet window. */
const MOST_IN_ALL = 140 * KB;
/** The wallet window: WharfKit and its renderer. Loaded in a window of its own, on a click. */
const MOST_OF_WALLET = 165 * KB;

interface Manifest {
  readonly script: string;
  readonly styles: string;
  readonly wallet: string;
  readonly files: Readonly<
    Record<string, { readonly imports: string[]; readonly loads: string[]; readonly source?: string }>
  >;
}

const manifest = JSON.parse(readFileSync(path.join(FOLDER, 'manifest.json'), 'utf8')) as Manifest;
const sizeOf = (name: string) => readFileSync(path.join(FOLDER, `${name}.gz`)).length;
const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizeOf(name), 0);

/** Loaded on a click alone: signing with a development key. */
const ON_CLICK = 'apps/console/src/chain/development-signature.ts';
const loadedBy = (file: string) =>
  manifest.files[file]!.loads.filter((each) => manifest.files[each]!.source !== ON_CLICK);

/** The file, and all that it needs: `also` gives what counts beside its imports. */
function closureOf(name: string, also: (file: string) => readonly string[] = () => []): Set<string> {
  const reached = new Set([name]);
  for (const each of reached)
    for (const next of [...manifest.files[each]!.imports, ...also(each)]) reached.add(next);
  return reached;
}

const first = new Set([...closureOf(manifest.script), manifest.styles]);
const views = Object.entries(manifest.files).filter(([, { source }]) =>
  /\/views\/[\w-]+\/[\w-]+-view\.tsx$/.test(source ?? ''),
);

describe('the bundle of the console', () => {
  it('the bundle has at most 15 kB gzip for the first view', () => {
    expect(sum(first)).toBeLessThanOrEqual(15 * KB);
  });

  it('the bundle has at most 41 kB gzip for any view, with the parts that are loaded later but for those of a click', () => {
    const sizes = views.map(([name, { source }]) => {
      const own = closureOf(name, (file) => (first.has(file) ? [] : loadedBy(file)));
      return [source, sum(new Set([...first, ...own]))] as const;
    });
    expect(sizes.filter(([, size]) => size > 41 * KB)).toEqual([]);
  });

  it('the bundle has at most 140 kB gzip in all, without the wallet window', () => {
    const { wallet, files } = manifest;
    expect(sum(Object.keys(files).filter((name) => name !== wallet))).toBeLessThanOrEqual(MOST_IN_ALL);
  });

  it('the wallet window has one module of at most 165 kB gzip, which no view loads', () => {
    const { wallet, files } = manifest;
    expect(files[wallet]).toMatchObject({ imports: [], loads: [] });
    expect(sizeOf(wallet)).toBeLessThanOrEqual(MOST_OF_WALLET);
    const loaded = Object.values(files).flatMap(({ imports, loads }) => [...imports, ...loads]);
    expect(loaded).not.toContain(wallet);
  });

  it('the folder has the files of the manifest, in three encodings, and no other', () => {
    const expected = Object.keys(manifest.files).flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
    expect(readdirSync(FOLDER).sort()).toEqual([...expected, 'manifest.json'].sort());
  });

  it('each file has a hash of its content in its name', () => {
    for (const name of Object.keys(manifest.files)) expect(name).toMatch(/-[A-Z0-9]{8}\.(?:js|css)$/);
  });
});
