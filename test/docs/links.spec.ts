import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
const pages = globSync('{*.md,docs/**/*.md,helm/**/*.md,test/fixtures/**/*.md}', { cwd: ROOT });

/** Targets of the links of a page that stay inside the repository. */
function localLinks(page: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  return [...text.matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** Anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Links of a page to a heading, of itself or of another page, that does not exist. */
function deadAnchors(page: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  return [...text.matchAll(/\]\(([\w./-]*)#([^)\s]+)\)/g)]
    .filter(([, target, anchor]) => {
      const file = path.join(ROOT, target === '' ? page : path.join(path.dirname(page), target!));
      const headings = readFileSync(file, 'utf8').matchAll(/^#{1,6} +(.+)$/gm);
      return ![...headings].some(([, heading]) => anchorOf(heading!) === anchor);
    })
    .map(([link]) => link);
}

/** Paths from the root of the repository that a page names in code spans; those of files to create are left out. */
function namedPaths(page: string): string[] {
  const lines = readFileSync(path.join(ROOT, page), 'utf8').split('\n');
  return lines
    .filter((line) => !/\| +new: /.test(line))
    .flatMap((line) => [...line.matchAll(/`((?:apps|libs|test|scripts|docs|helm|docker)\/[\w./-]+)`/g)])
    .map(([, name]) => name!);
}

describe('the documentation', () => {
  it.each(pages)('links of %s lead to files that exist', (page) => {
    const dead = localLinks(page).filter(
      (target) => !existsSync(path.join(ROOT, path.dirname(page), target)),
    );
    expect(dead).toEqual([]);
  });

  it.each(pages)('links of %s lead to headings that exist', (page) => {
    expect(deadAnchors(page)).toEqual([]);
  });

  it.each(pages.filter((page) => !/CHANGELOG|decisions/.test(page)))(
    '%s names only files and folders that exist',
    (page) => {
      expect(namedPaths(page).filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
    },
  );

  it('docs/README.md leads to every page of the four parts, and the README to the parts', () => {
    const linkedFrom = (page: string): string[] =>
      localLinks(page).map((target) => path.join(path.dirname(page), target));
    const inParts = globSync('docs/{tutorials,how-to,reference,explanation}/*', { cwd: ROOT });
    expect(globSync('docs/*.*', { cwd: ROOT })).toEqual(['docs/README.md']);
    expect(inParts.filter((page) => !linkedFrom('docs/README.md').includes(page))).toEqual([]);
    const parts = [...new Set(inParts.map((page) => path.dirname(page)))];
    expect(parts.filter((part) => !linkedFrom('README.md').includes(part))).toEqual([]);
  });

  it('files of the repository name only pages that exist', () => {
    const files = globSync('{.*,*,{apps,libs,test,scripts,helm,docker}/**/*}', { cwd: ROOT }).filter((file) =>
      /\.(?:[cm]?[jt]s|md|ya?ml|json|tpl|example)$|ignore$|Dockerfile$/.test(file),
    );
    const dead = files.flatMap((file) => {
      const names = readFileSync(path.join(ROOT, file), 'utf8').matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md\b/g);
      return [...names]
        .filter(([name]) => !existsSync(path.join(ROOT, name)))
        .map(([name]) => `${file}: ${name}`);
    });
    expect(files.length).toBeGreaterThan(1000);
    expect(dead).toEqual([]);
  });

  it('docs/reference/rules.md has every section that the code names as the source of a rule', () => {
    const rules = readFileSync(path.join(ROOT, 'docs/reference/rules.md'), 'utf8');
    const sections = [...rules.matchAll(/^## (.+)$/gm)].map(([, title]) => title!.toLowerCase());
    const named = globSync('{apps,libs}/**/*.ts', { cwd: ROOT }).flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return [...text.matchAll(/docs\/reference\/rules\.md, ([a-z]+(?: limits)?)/g)].map(
        ([, section]) => section!,
      );
    });
    expect([...new Set(named)].sort()).toEqual(sections.sort());
  });
});
