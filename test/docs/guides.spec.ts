import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');

interface Import {
  readonly names: readonly string[];
  readonly target: string;
}

/** Names that the code blocks of a page add to existing files. */
function namesAddedBy(page: string): string[] {
  const text = readFileSync(path.join(ROOT, 'docs', 'how-to', page), 'utf8');
  return [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!);
}

/** Imports of the new files of a guide. A code block names its file in its first line, the table names its path. */
function importsOf(page: string): Import[] {
  const text = readFileSync(path.join(ROOT, 'docs', 'how-to', page), 'utf8');
  return [...text.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]+?)```/g)].flatMap(([, file, code]) => {
    const created = new RegExp(`\`(\\S+/${file!})\``).exec(text)?.[1];
    return [...code!.matchAll(/import (?:type )?\{ (.+?) \} from '(.+?)'/g)].map(([, names, target]) => ({
      names: names!.split(', '),
      target: target!.startsWith('@app/')
        ? `libs/${target!.slice('@app/'.length)}/src/index.ts`
        : path.join(path.dirname(created!), `${target!}.ts`),
    }));
  });
}

describe.each(['write-a-tool.md', 'write-a-contract.md'])('the example of docs/how-to/%s', (page) => {
  it('the example of a guide imports names that the code exports', () => {
    const imports = importsOf(page);
    const added = namesAddedBy(page);
    expect(imports.length).toBeGreaterThan(0);
    for (const { names, target } of imports) {
      const file = path.join(ROOT, target);
      const exported = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const missing = names.filter(
        (name) => !added.includes(name) && !new RegExp(`\\b${name}\\b`).test(exported),
      );
      expect({ target, missing }).toEqual({ target, missing: [] });
    }
  });
});
