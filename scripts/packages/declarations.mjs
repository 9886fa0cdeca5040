// The declarations of a package: those that its faces reach, with the paths of the project made relative.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SPECIFIER = /(\bfrom |\bimport\()(['"])([^'"]+)\2/g;

/**
 * Copies declarations, each with those that it imports.
 * @param faces the first ones, absolute
 * @param from the folder that the compiler wrote to; @param to where they are copied, at the same places
 * @param pathOf the module of a path of the project, absolute, without extension; undefined for a package
 * @returns the other specifiers: those of packages
 */
export function copyDeclarations({ faces, from, to, pathOf }) {
  const others = new Set();
  const known = new Set(faces);
  for (const file of known) {
    const text = readFileSync(file, 'utf8').replace(SPECIFIER, (all, word, quote, specifier) => {
      const target = specifier.startsWith('.')
        ? path.resolve(path.dirname(file), specifier)
        : pathOf(specifier);
      if (target === undefined) {
        others.add(specifier);
        return all;
      }
      const found = declarationOf(target);
      known.add(found);
      const relative = path.relative(path.dirname(file), found).replaceAll(path.sep, '/');
      const named = `${relative.startsWith('.') ? '' : './'}${relative.replace(/\.d\.ts$/, '.js')}`;
      return `${word}${quote}${named}${quote}`;
    });
    const output = path.join(to, path.relative(from, file));
    mkdirSync(path.dirname(output), { recursive: true });
    writeFileSync(output, text);
  }
  return others;
}

/** @param module absolute, with the extension of a program or without one */
function declarationOf(module) {
  const name = module.replace(/\.js$/, '');
  const file = [`${name}.d.ts`, path.join(name, 'index.d.ts')].find((each) => existsSync(each));
  if (file === undefined) throw new Error(`${module} has no declarations`);
  return file;
}
