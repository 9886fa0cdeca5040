// Names of functions in bundled programs. The bundler passes each function through a helper that gives it its name, also
// inside of functions, at each call. Most have that name anyway: by their declaration, or by what they are assigned to.
// Lines and columns stay as they are, for the source map.

const DECLARED = /^(\s*)__name\(([\w$]+), "([\w$]+)"\);$/;
const ASSIGNED = /^(\s*)((?:(?:const|let|var) )?([\w$]+)(?: =|:) )(\/\* @__PURE__ \*\/ __name\()(.*)$/;
const OPEN = /[{([]$/;

const blank = (text) => ' '.repeat(text.length);

/** Text up to the end of a function that has a name, without that name; undefined where the line does not end it. */
function ended(text, name) {
  const end = text.lastIndexOf(`, "${name}")`);
  const rest = end < 0 ? '' : text.slice(end);
  const isEnd = /^, "[\w$]+"\)[;,]?$/.test(rest);
  return isEnd
    ? text.slice(0, end) + blank(rest.slice(0, rest.indexOf(')') + 1)) + rest.slice(rest.indexOf(')') + 1)
    : undefined;
}

/** The line that ends the function which begins in a line; undefined where it is not certain. */
function endOf(lines, from, indent, name) {
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at];
    const isInside = line === '' || line.startsWith(`${indent} `);
    if (isInside) continue;
    const text =
      line.startsWith(indent) && /^[})\]]/.test(line.slice(indent.length)) ? ended(line, name) : undefined;
    return text === undefined ? undefined : { at, text };
  }
  return undefined;
}

/** A bundled program without the calls of the helper for functions that have their names by themselves. */
export function withoutNames(text) {
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    const declared = DECLARED.exec(line);
    if (declared !== null && declared[2] === declared[3]) lines[index] = '';
    const assigned = ASSIGNED.exec(line);
    if (assigned === null) return;
    const [, indent, target, name, helper, rest] = assigned;
    const begin = indent + target + blank(helper);
    const whole = OPEN.test(rest) ? undefined : ended(rest, name);
    if (whole !== undefined) lines[index] = begin + whole;
    const end = OPEN.test(rest) ? endOf(lines, index, indent, name) : undefined;
    if (end === undefined) return;
    lines[index] = begin + rest;
    lines[end.at] = end.text;
  });
  return lines.join('\n');
}
