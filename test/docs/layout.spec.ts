import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
/** Indentation from which a line continues the description of the line before it. */
const DESCRIPTION_COLUMN = 20;
const NAME = /^(?!\/)(?:[\w.-]*[./][\w./-]*|Dockerfile),?$/;

/** Paths of the tree under the heading Layout of docs/explanation/architecture.md. */
function layoutPaths(): string[] {
  const page = readFileSync(path.join(ROOT, 'docs/explanation/architecture.md'), 'utf8');
  const [, tree] = /## Layout\n\n```\n(.*?)\n```/s.exec(page)!;
  const parents: { indent: number; folder: string }[] = [];
  return tree!.split('\n').flatMap((line) => {
    const indent = line.search(/\S/);
    if (indent >= DESCRIPTION_COLUMN) return [];
    while ((parents.at(-1)?.indent ?? -1) >= indent) parents.pop();
    const words = line.trim().split(/ +/);
    const end = words.findIndex((word) => !NAME.test(word));
    const folder = parents.at(-1)?.folder ?? '';
    const found = words
      .slice(0, end === -1 ? undefined : end)
      .map((name) => path.join(folder, name.replace(/,$/, '')));
    parents.push({ indent, folder: found[0]! });
    return found;
  });
}

describe('the layout in docs/explanation/architecture.md', () => {
  const paths = layoutPaths();

  it('the layout names only files and folders that exist', () => {
    expect(paths.length).toBeGreaterThan(80);
    expect(paths.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });

  it.each(['apps/gateway/src', 'apps/devchain/src', 'apps/history/src', 'libs', 'test'])(
    'the layout names every folder of %s',
    (parent) => {
      const folders = readdirSync(path.join(ROOT, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
        .map(({ name }) => `${parent}/${name}/`);
      expect(folders.filter((folder) => !paths.includes(folder))).toEqual([]);
    },
  );
});

describe('the request path and the caches in docs/explanation/architecture.md', () => {
  const page = readFileSync(path.join(ROOT, 'docs/explanation/architecture.md'), 'utf8');
  const roots = ['', 'apps/gateway/src', 'libs/upstream/src/client/rows'];

  it.each(['How a request travels in files', 'Caches'])(
    'the section %s names only files that exist',
    (title) => {
      const [, section = ''] = new RegExp(`^## ${title}\n(.+?)^## `, 'ms').exec(page) ?? [];
      const named = [...section.matchAll(/`([\w./-]+\/[\w./-]*|[\w-]+\.ts)`/g)].map(([, name]) => name!);
      expect(named.length).toBeGreaterThan(10);
      const exists = (name: string): boolean => roots.some((root) => existsSync(path.join(ROOT, root, name)));
      expect(named.filter((name) => !exists(name) && name !== 'apps/' && name !== 'libs/')).toEqual([]);
    },
  );
});
