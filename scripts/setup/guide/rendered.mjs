// HTML of the documents of the guide, and the sections that its search finds.
import { targetOf } from './pages.mjs';

/** Anchor of a heading, as GitHub makes it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Text of an inline token without its marks. */
const plainText = (token) =>
  (token.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type.startsWith('html_') ? '' : content))
    .join('');

/** Gives each heading its anchor; of equal ones all but the first have a number, as at GitHub. */
function withAnchors(tokens) {
  const used = new Map();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const anchor = anchorOf(plainText(tokens[index + 1]));
    const times = used.get(anchor) ?? 0;
    used.set(anchor, times + 1);
    token.attrSet('id', times === 0 ? anchor : `${anchor}-${times}`);
  }
}

/** Links lead to pages of the guide; those to files that it does not have become text. */
function withTargets(tokens, page, pages, sourceUrl) {
  for (const { children } of tokens.filter(({ type }) => type === 'inline')) {
    let isText = false;
    for (const child of children) {
      if (child.type === 'image')
        child.attrSet('src', targetOf(child.attrGet('src'), page, pages, undefined) ?? '');
      if (child.type === 'link_open') {
        const target = targetOf(child.attrGet('href'), page, pages, sourceUrl);
        isText = target === undefined;
        child.attrSet('href', target ?? '');
      }
      if (isText && (child.type === 'link_open' || child.type === 'link_close')) child.hidden = true;
      if (child.type === 'link_close') isText = false;
    }
  }
}

/** Sections of a document, each from its heading to the next one: { anchor, title, text }. */
function sectionsOf(tokens) {
  const sections = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[index + 1]);
      sections.push({ anchor: token.attrGet('id'), title, level: Number(token.tag.slice(1)), parts: [] });
    } else if (token.type === 'inline' && tokens[index - 1].type !== 'heading_open')
      sections.at(-1)?.parts.push(plainText(token));
    else if (token.type === 'fence') sections.at(-1)?.parts.push(token.content);
  }
  return sections.map(({ parts, ...section }) => ({ ...section, text: parts.join(' ') }));
}

/** @param MarkdownIt the package */
export function markdownReader(MarkdownIt) {
  const markdown = new MarkdownIt({ html: true });
  const { rules } = markdown.renderer;
  const hiding = (rule) => (tokens, index, options, env, renderer) =>
    tokens[index].hidden
      ? ''
      : (rule ?? renderer.renderToken.bind(renderer))(tokens, index, options, env, renderer);
  for (const name of ['link_open', 'link_close']) rules[name] = hiding(rules[name]);
  rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  const fence = rules.fence;
  rules.fence = (...args) => fence(...args).replace(/^<pre>/, '<pre tabindex="0">');
  return markdown;
}

/** @returns { html, sections } */
export function rendered(markdown, page, pages, sourceUrl) {
  const env = {};
  const tokens = markdown.parse(page.text, env);
  withAnchors(tokens);
  withTargets(tokens, page, pages, sourceUrl);
  return { html: markdown.renderer.render(tokens, markdown.options, env), sections: sectionsOf(tokens) };
}
