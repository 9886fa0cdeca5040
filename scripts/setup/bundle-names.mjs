// Names of functions in bundled programs. The bundler passes each function through a helper that gives it its name, also
// inside of functions, at each call. Most have that name anyway: by their declaration, or by what they are assigned to. An
// arrow function whose variable the bundler renamed has the name of the variable, as `add2` for `add`.
// Lines and columns stay as they are, for the source map.

const DECLARED = /^(\s*)__name\(([\w$]+), "([\w$]+)"\);$/;
const ASSIGNED = /^(\s*)((?:(?:const|let|var) )?(#?[\w$]+)(?: =|:) )(\/\* @__PURE__ \*\/ __name\()(.*)$/;
const OPEN = /[{([]$/;
const ARROW = /^(?:async )?(?:\(|[\w$]+ =>)/;

const blank = (text) => ' '.repeat(text.length);

/** Text up to the end of a function that has one of some names, without that name; undefined where the line does not end it. */
function ended(text, names) {
  const end = text.lastIndexOf(', "');
  const [, name, after] = (end < 0 ? null : /^, "(#?[\w$]+)"\)([;,]?)$/.exec(text.slice(end))) ?? [];
  return names.includes(name) ? `${text.slice(0, end)}${blank(`, "${name}")`)}${after}` : undefined;
}

/** The line that ends the function which begins in a line; undefined where it is not certain. */
function endOf(lines, from, indent, names) {
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at];
    const isInside = line === '' || line.startsWith(`${indent} `);
    if (isInside) continue;
    const text =
      line.startsWith(indent) && /^[})\]]/.test(line.slice(indent.length)) ? ended(line, names) : undefined;
    return text === undefined ? undefined : { at, text };
  }
  return undefined;
}

/** Names that the helper may give: the bundler adds digits to the variable where another one has its name. */
const namesOf = (variable, rest) =>
  ARROW.test(rest) ? [variable, variable.replace(/\d+$/, '')] : [variable];

/** A bundled program without the calls of the helper for functions that have their names by themselves. */
export function withoutNames(text) {
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    const declared = DECLARED.exec(line);
    if (declared !== null && declared[2] === declared[3]) lines[index] = '';
    const assigned = ASSIGNED.exec(line);
    if (assigned === null) return;
    const [, indent, target, variable, helper, rest] = assigned;
    const names = namesOf(variable, rest);
    const begin = indent + target + blank(helper);
    const whole = OPEN.test(rest) ? undefined : ended(rest, names);
    if (whole !== undefined) lines[index] = begin + whole;
    const end = OPEN.test(rest) ? endOf(lines, index, indent, names) : undefined;
    if (end === undefined) return;
    lines[index] = begin + rest;
    lines[end.at] = end.text;
  });
  return lines.join('\n');
}
