// Compiles each source to a module with SWC, without checking types: `npm run check` does that.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED, ROOT } from './paths.mjs';
import { removeOthers, replaceFile } from './replace-file.mjs';

const { swcOptions } = createRequire(import.meta.url)('./swc-options.cjs');

/** JSON files that the code imports are copied. */
function copy(file) {
  const output = path.join(COMPILED, file);
  replaceFile(output, readFileSync(path.join(ROOT, file)));
  return [output];
}

async function compile(file, { transform }, options) {
  const source = path.join(ROOT, file);
  const output = path.join(COMPILED, file.replace(/\.ts$/, '.js'));
  const { code, map } = await transform(readFileSync(source, 'utf8'), {
    ...options,
    filename: source,
    sourceMaps: true,
    inlineSourcesContent: false,
  });
  const sources = [path.relative(path.dirname(output), source)];
  replaceFile(`${output}.map`, JSON.stringify({ ...JSON.parse(map), sources }));
  replaceFile(output, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`);
  return [output, `${output}.map`];
}

/** @param files sources and JSON files, by their paths below the project; @param compiler the package of SWC */
export async function compileAll(files, compiler) {
  const { jsc, ...rest } = swcOptions(ROOT);
  // libs/client names its modules with their extension, as its package needs it.
  const options = { ...rest, jsc: { ...jsc, rewriteRelativeImportExtensions: true } };
  const written = await Promise.all(
    files.map((file) => (file.endsWith('.json') ? copy(file) : compile(file, compiler, options))),
  );
  removeOthers(COMPILED, written.flat());
}
