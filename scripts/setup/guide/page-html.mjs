// A page of the guide. All links are relative: the folder works below any path of any host.
import path from 'node:path';
import { PART_NAMES } from './pages.mjs';

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const from = (page) => (place) => path.posix.relative(path.posix.dirname(page.place), place) || place;

function navigation(page, pages) {
  const link = from(page);
  const row = (each) => {
    const current = each === page ? ' aria-current="page"' : '';
    return `<li><a href="${link(each.place)}"${current}>${escaped(each.title)}</a></li>`;
  };
  return PART_NAMES.map((name, part) => {
    const rows = pages.filter((each) => each.part === part);
    const isOpen = page.part === part || page.part === -1 ? ' open' : '';
    return `<details${isOpen}><summary>${name}</summary><ul>\n${rows.map(row).join('\n')}\n</ul></details>`;
  }).join('\n');
}

/** Headings of the second level, where there are several. */
function contents(sections) {
  const rows = sections.filter(({ level }) => level === 2);
  if (rows.length < 3) return '';
  const links = rows.map(({ anchor, title }) => `<li><a href="#${anchor}">${escaped(title)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><strong>On this page</strong><ul>\n${links.join('\n')}\n</ul></nav>\n`;
}

/** @param files names of the script and of the styles, at the root of the guide */
export function pageHtml({ page, pages, html, sections, files }) {
  const link = from(page);
  const root = path.posix.relative(path.posix.dirname(page.place), '.') || '.';
  const title = page.place === 'index.html' ? 'Chain Tool Gateway' : `${page.title} - Chain Tool Gateway`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="${link('favicon.svg')}">
<link rel="stylesheet" href="${link(files.styles)}">
<script type="module" src="${link(files.script)}"></script>
</head>
<body>
<header>
<a class="home" href="${link('index.html')}">Chain Tool Gateway</a>
<search data-root="${root}/">
<label for="search">Search the guide</label>
<input id="search" type="search" placeholder="Search ( / )" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" disabled>
<ol id="found" role="listbox" aria-label="Found" hidden></ol>
<p role="status"></p>
</search>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages"><details class="menu" open><summary>Pages</summary>
${navigation(page, pages)}
</details></nav>
<main>
<article>
${html.replace('</h1>\n', (end) => end + contents(sections))}</article>
</main>
</div>
</body>
</html>
`;
}
