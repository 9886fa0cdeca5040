// The pages of the guide: the documents of the repository, each with its place in the guide and its links.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

const START = 'docs/README.md';
/** The parts of the navigation, and the documents of each: those that the start page names first come first. */
const PARTS = [
  ['Tutorials', /^docs\/(?:tutorials|examples)\//],
  ['How-to guides', /^docs\/how-to\//],
  ['Reference', /^docs\/(?:reference|contracts)\//],
  ['Explanation', /^docs\/(?:explanation|decisions)\/|^SECURITY/],
  ['Project', /./],
];
/** Documents beside docs/ that its pages lead to. */
const BESIDE = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'helm/chain-tool-gateway/README.md'],
  ...['libs/client/README.md', 'libs/client/python/README.md', 'scripts/starter/README.md'],
  'libs/tooling/README.md',
  'libs/upstream/README.md',
];
export const PICTURES = 'docs/pictures';

/** Path of a picture in the guide. */
export const placeOfPicture = (file) => file.replace(/^docs\//, '');

/** Documents and pictures of the guide, by their paths below the project, sorted. */
export function guideSources() {
  const inDocs = readdirSync(path.join(ROOT, 'docs'), { recursive: true })
    .map((file) => path.posix.join('docs', file.split(path.sep).join('/')))
    .filter((file) => /\.(?:md|png)$/.test(file));
  return [...inDocs, ...BESIDE].sort();
}

/** Path of a document in the guide: that of docs/ is its root, and the others have a folder of their own. */
export function placeOf(file) {
  if (file === START) return 'index.html';
  const place = file.replace(/^docs\//, '').replace(/\.md$/, '.html');
  if (file.startsWith('docs/')) return place.replace(/README\.html$/, 'index.html');
  return `project/${place.replaceAll('/', '-').toLowerCase()}`;
}

/** @returns the documents in the order of the navigation: { file, place, text, title, part } */
export function guidePages() {
  const textOf = (file) => readFileSync(path.join(ROOT, file), 'utf8');
  const start = textOf(START);
  const rank = (file) => {
    const at = start.indexOf(`(${path.posix.relative('docs', file)}`);
    return at === -1 ? Infinity : at;
  };
  return guideSources()
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const text = textOf(file);
      const title = /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '');
      if (title === undefined) throw new Error(`${file} has no heading`);
      const part = file === START ? -1 : PARTS.findIndex(([, isOf]) => isOf.test(file));
      return { file, place: placeOf(file), text, title, part };
    })
    .sort((one, other) => one.part - other.part || rank(one.file) - rank(other.file) || 0);
}

/** Names of the parts, in the order of the navigation. */
export const PART_NAMES = PARTS.map(([name]) => name);

/**
 * Target of a link of a document, from its place in the guide; undefined for what is no part of the guide. A folder of
 * documents has no page: its link leads to the first of them.
 * @param pages by path below the project
 * @param sourceUrl where files of the repository are, with a slash at its end; undefined: nowhere
 */
export function targetOf(href, page, pages, sourceUrl) {
  if (/^(?:[a-z]+:|#)/i.test(href)) return href;
  const [name, anchor] = href.split('#');
  const file = path.posix.join(path.posix.dirname(page.file), decodeURI(name)).replace(/\/$/, '');
  const first = [...pages.values()].find((each) => each.file.startsWith(`${file}/`));
  const known =
    pages.get(file) ?? pages.get(`${file}/README.md`) ?? (file.startsWith('docs') ? first : undefined);
  const place = file.startsWith(`${PICTURES}/`) ? placeOfPicture(file) : known?.place;
  if (place === undefined) return sourceUrl === undefined ? undefined : sourceUrl + file;
  const relative = path.posix.relative(path.posix.dirname(page.place), place) || path.posix.basename(place);
  return anchor === undefined ? relative : `${relative}#${anchor}`;
}
