// The comments and test titles of a TypeScript or JavaScript file, and the headings of a Markdown file.
import ts from 'typescript';

const TEST_FUNCTIONS = ['describe', 'it', 'test'];

/** Removes comment markers. Consecutive lines of one comment are one text. */
const commentText = (raw) =>
  raw
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/+|\*(?!\*))?\s?/, '').trimEnd())
    .join('\n')
    .trim();

/** Comments of a file as `{pos, end}`, in order. */
function commentRanges(text, source) {
  const ranges = new Map();
  const visit = (node) => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = node.getChildren(source);
    children.forEach(visit);
    if (children.length > 0) return;
    const found = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    found.forEach((range) => ranges.set(range.pos, range));
  };
  visit(source);
  return [...ranges.values()].sort((left, right) => left.pos - right.pos);
}

/** Joins line comments that follow each other on lines of their own. */
function comments(text, source) {
  const joined = [];
  for (const { pos, end, kind } of commentRanges(text, source)) {
    const last = joined.at(-1);
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    if (last?.isLine && isLine && /^\r?\n[ \t]*$/.test(text.slice(last.end, pos))) last.end = end;
    else joined.push({ pos, end, isLine });
  }
  return joined.map(({ pos, end }) => ({ kind: 'comment', pos, text: commentText(text.slice(pos, end)) }));
}

/** `it`, `it.each(...)`, `describe.each...` and the like: the name the expression begins with. */
function rootName(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) {
    return rootName(expression.expression);
  }
  return ts.isTaggedTemplateExpression(expression) ? rootName(expression.tag) : undefined;
}

function titleOf(node) {
  const [title] = node.arguments;
  if (title === undefined || !TEST_FUNCTIONS.includes(rootName(node.expression))) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined;
}

function titles(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const title = titleOf(node);
      const isTest = rootName(node.expression) !== 'describe';
      if (title !== undefined) found.push({ kind: 'title', pos: node.getStart(source), text: title, isTest });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function codeExcerpts(file, text) {
  const kind = file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  return [...comments(text, source), ...titles(source)].map(({ pos, ...excerpt }) => ({
    ...excerpt,
    line: source.getLineAndCharacterOfPosition(pos).line + 1,
  }));
}

function headings(text) {
  let isCode = false;
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : /^#{1,6} +(.+)$/.exec(line)?.[1];
    return heading === undefined ? [] : [{ kind: 'heading', text: heading, line: at + 1 }];
  });
}

/**
 * @param file a path that ends in .ts, .mjs or .md
 * @returns `{kind, text, line}` each; kind is 'comment', 'title' or 'heading'; `isTest` tells the title of a test from
 *   that of a describe block
 */
export function excerptsOf(file, text) {
  return file.endsWith('.md') ? headings(text) : codeExcerpts(file, text);
}
