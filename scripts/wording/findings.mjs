// The wording rules: first words of sentences, and terms with a better one in words.json.
import { readFileSync } from 'node:fs';
import { excerptsOf } from './excerpts.mjs';

const { prose, verbs } = JSON.parse(readFileSync(new URL('./words.json', import.meta.url), 'utf8'));

const OPENING = /^(?:what|who|whoever|those who|nobody|somebody)\b/i;
/** After a full stop only a capital begins a sentence: `e.g. what` does not. */
const LATER_OPENING = /^(?:What|Who|Whoever|Those who|Nobody|Somebody)\b/;

/** First words of a test title that does not read alone: its subject is in the title of the describe block. */
const WITHOUT_SUBJECT = new RegExp(`^(?:are|is|was|were|has|have|do|does|can|of|that|${verbs.join('|')})\\b`);

/** Sentences of a comment. A blank line, a list item and a tag (`@param x`) begin one, too. */
const sentencesOf = (text) =>
  text
    .split(/\n\s*\n|\n\s*(?=[-*] |@\w)/)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.!?:]) (?=[A-Z])/))
    .map((sentence) => sentence.replace(/^\s*(?:[-*] |@(?:param|throws) \S+ |@\w+ )?/, ''));

function openingOf({ kind, text }) {
  const [first, ...later] = kind === 'comment' ? sentencesOf(text) : [text];
  return OPENING.test(first) ? first : later.find((sentence) => LATER_OPENING.test(sentence));
}

const prosePatterns = Object.entries(prose).map(([term, use]) => ({
  pattern: new RegExp(`\\b${term}\\b`, 'i'),
  term,
  use,
}));

function problemsOf(excerpt) {
  const opening = openingOf(excerpt);
  return [
    ...(opening === undefined
      ? []
      : [`${excerpt.kind} begins with "${opening.split(' ').slice(0, 4).join(' ')}": name the subject`]),
    ...(excerpt.isTest && WITHOUT_SUBJECT.test(excerpt.text)
      ? [`title "${excerpt.text}" does not read alone: name the subject`]
      : []),
    ...prosePatterns
      .filter(({ pattern }) => pattern.test(excerpt.text))
      .map(({ term, use }) => `${excerpt.kind}: write "${use}" instead of "${term}"`),
  ];
}

/** @returns `{line, problem}` for each breach of a wording rule in a .ts, .mjs or .md file, by line */
export function findingsOf(file, text) {
  const excerpts = excerptsOf(file, text).sort((left, right) => left.line - right.line);
  return excerpts.flatMap((excerpt) =>
    problemsOf(excerpt).map((problem) => ({ line: excerpt.line, problem })),
  );
}
