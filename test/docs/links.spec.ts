import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
const pages = globSync('{*.md,docs/**/*.md}', { cwd: ROOT });

/** Targets of the links of a page that stay inside the repository. */
function localLinks(page: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  return [...text.matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

describe('the documentation', () => {
  it.each(pages)('has no dead link in %s', (page) => {
    const dead = localLinks(page).filter(
      (target) => !existsSync(path.join(ROOT, path.dirname(page), target)),
    );
    expect(dead).toEqual([]);
  });

  it('is reached from the README', () => {
    const linked = localLinks('README.md').map((target) => path.normalize(target));
    const guides = globSync('docs/*.md', { cwd: ROOT });
    expect(guides.filter((guide) => !linked.includes(path.normalize(guide)))).toEqual([]);
  });

  it('has every section that the code names as the source of a rule', () => {
    const rules = readFileSync(path.join(ROOT, 'docs/rules.md'), 'utf8');
    const sections = [...rules.matchAll(/^## (.+)$/gm)].map(([, title]) => title!.toLowerCase());
    const named = globSync('{apps,libs}/**/*.ts', { cwd: ROOT }).flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return [...text.matchAll(/docs\/rules\.md, ([a-z]+(?: limits)?)/g)].map(([, section]) => section!);
    });
    expect([...new Set(named)].sort()).toEqual(sections.sort());
  });
});
