// Makes the guide of docs/ and the documents beside it: a page for each document, pictures, styles, the search and its
// index. In dist/guide its texts are compressed: the gateway serves them so at /docs/guide. `npm run docs:site` writes
// them for any other host.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { guidePages, guideSources, PICTURES, placeOfPicture } from './guide/pages.mjs';
import { pageHtml } from './guide/page-html.mjs';
import { markdownReader, rendered } from './guide/rendered.mjs';
import { SEARCH_OPTIONS } from './guide/search-options.mjs';
import { DIST, ROOT } from './paths.mjs';

const SOURCE = path.join(ROOT, 'scripts', 'setup', 'guide');
export const GUIDE = path.join(DIST, 'guide');

/** Files below the project that were written; none before the first build. */
export const guideFiles = () =>
  existsSync(GUIDE)
    ? readdirSync(GUIDE, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.relative(ROOT, path.join(parentPath, name)))
    : [];

/** Files below the project that the guide is made of. */
export const guideInputs = () => [
  'scripts/setup/guide.mjs',
  ...readdirSync(SOURCE).map((name) => path.join('scripts', 'setup', 'guide', name)),
  ...guideSources(),
];

/** Three links of a chain. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#2563a8" stroke-width="3"><rect x="2" y="11" width="12" height="10" rx="5"/><rect x="10" y="11" width="12" height="10" rx="5"/><rect x="18" y="11" width="12" height="10" rx="5"/></svg>';

const hashOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 8);

/** @returns names and contents of the styles and of the script, with a hash of the content in the name, and what they are made of */
async function assets({ build }, modules) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    metafile: true,
    entryPoints: ['search.mjs', 'style.css'].map((name) => path.join(SOURCE, name)),
    outdir: SOURCE,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['es2023', 'chrome120', 'firefox121', 'safari17.2'],
    nodePaths: [modules],
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  });
  const named = (extension) => {
    const { text } = outputFiles.find(({ path: file }) => file.endsWith(extension));
    return [`guide-${hashOf(text)}${extension}`, text];
  };
  return { script: named('.js'), styles: named('.css'), inputs: Object.keys(metafile.inputs) };
}

/**
 * @param tools { esbuild, MarkdownIt, MiniSearch, modules }: the packages, and the folder that they are in
 * @param sourceUrl where links to files of the repository lead; undefined: they are text
 * @returns contents by path below the folder of the guide; `inputs`: files of the script, by their paths below the project
 */
export async function guideContents({ esbuild, MarkdownIt, MiniSearch, modules }, sourceUrl) {
  const pages = guidePages();
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const markdown = markdownReader(MarkdownIt);
  const { script, styles, inputs } = await assets(esbuild, modules);
  const index = new MiniSearch(SEARCH_OPTIONS);
  const contents = new Map([script, styles]);
  for (const page of pages) {
    const { html, sections } = rendered(markdown, page, byFile, sourceUrl);
    const files = { script: script[0], styles: styles[0] };
    contents.set(page.place, pageHtml({ page, pages, html, sections, files }));
    index.addAll(
      sections.map(({ anchor, title, text, level }) => ({
        ...{ id: level === 1 ? page.place : `${page.place}#${anchor}`, title, page: page.title, text },
      })),
    );
  }
  contents.set('favicon.svg', ICON);
  contents.set('search-index.json', JSON.stringify(index));
  for (const file of guideSources().filter((name) => name.startsWith(`${PICTURES}/`)))
    contents.set(placeOfPicture(file), readFileSync(path.join(ROOT, file)));
  return { contents, inputs };
}

/** The contents for the gateway: texts alone compressed, a third of their size. */
export const compressed = (contents) =>
  new Map(
    [...contents].map(([name, content]) =>
      name.endsWith('.png')
        ? [name, content]
        : [`${name}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION })],
    ),
  );

/** Replaces the folder by these contents as a whole. */
export function writeGuide(contents, folder = GUIDE) {
  const unfinished = `${folder}.${process.pid}`;
  for (const [name, content] of contents) {
    mkdirSync(path.dirname(path.join(unfinished, name)), { recursive: true });
    writeFileSync(path.join(unfinished, name), content);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
