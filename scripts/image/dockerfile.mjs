// Reads the Dockerfile of the project. hadolint checks its syntax; this knows the instructions the file uses.

const KEYWORDS = new Set([
  'ARG',
  'COPY',
  'ENTRYPOINT',
  'ENV',
  'EXPOSE',
  'FROM',
  'HEALTHCHECK',
  'LABEL',
  'RUN',
  'USER',
  'VOLUME',
  'WORKDIR',
]);

/** Whole instructions: comments removed, continued lines joined. */
const logicalLines = (text) =>
  text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function instruction(line) {
  const [, keyword, rest] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  if (!KEYWORDS.has(keyword)) throw new Error(`Dockerfile: ${keyword ?? line} is not understood here`);
  return { keyword, rest };
}

/** `KEY=value KEY="value"` as an object. */
export const pairsOf = (rest) =>
  Object.fromEntries(
    [...rest.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g)].map(([, name, quoted, bare]) => [
      name,
      quoted ?? bare,
    ]),
  );

/** `text` with the values of `${NAME}`. */
export const expanded = (text, values) =>
  text.replaceAll(/\$\{(\w+)\}/g, (_match, name) => values[name] ?? '');

/** @returns the ARGs before the first stage, and the stages in order: name, base, instructions */
export function readDockerfile(text) {
  const globals = {};
  const stages = [];
  for (const { keyword, rest } of logicalLines(text).map(instruction)) {
    if (keyword === 'FROM') {
      const [, base, name] = /^(\S+) AS (\S+)$/.exec(rest);
      stages.push({ name, base, instructions: [] });
    } else if (stages.length === 0) Object.assign(globals, pairsOf(expanded(rest, globals)));
    else stages.at(-1).instructions.push({ keyword, rest });
  }
  return { globals, stages };
}
