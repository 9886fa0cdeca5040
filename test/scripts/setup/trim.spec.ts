import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface TrimModule {
  removeUnused(folder: string): void;
}
const load = () => import(path.resolve(__dirname, '../../../scripts/setup/trim.mjs')) as Promise<TrimModule>;

it('packages lose TypeScript and source maps, and folders that they link to lose nothing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'trim-'));
  try {
    const [modules, linked] = [path.join(folder, 'modules'), path.join(folder, 'linked')];
    await mkdir(path.join(modules, 'pack'), { recursive: true });
    await mkdir(linked);
    await symlink(linked, path.join(modules, 'linked'));
    const own = ['index.js', 'LICENSE', 'index.d.ts', 'index.js.map', 'index.cts'].map((name) =>
      path.join(modules, 'pack', name),
    );
    const source = path.join(linked, 'source.ts');
    for (const file of [...own, source]) await writeFile(file, '');
    (await load()).removeUnused(modules);
    expect([...own, source].map((file) => existsSync(file))).toEqual([true, true, false, false, false, true]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
