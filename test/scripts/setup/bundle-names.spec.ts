import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';

const SOURCE = `
  function declared(value) { return value; }
  const arrow = (value) => value;
  const text = \`
}, "arrow")
\`;
  let later;
  later = async () => {
    const inner = () => {
      return 'inner';
    };
    return [inner.name, inner()];
  };
  const table = { method: () => 1, other: function () { return 2; }, 'a key': () => 3 };
  const called = ((value) => value)(() => 4);
  const several = [(one) => one, (other) => other];
  class Kept {
    static create() { return () => 5; }
    #field = () => this;
    get fieldName() { return this.#field.name; }
  }
  {
    class Kept { }
    globalThis.hidden = Kept;
  }
  const long = (
    one,
    { two = () => 'two' } = {},
  ) => ({
    one, two,
  });
  globalThis.names = async () => ({
    functions: [declared, arrow, later, ...Object.values(table), called, ...several, long, Kept, hidden].map(
      ({ name }) => name,
    ),
    results: [declared(1), arrow(2), text, await later(), called(), Kept.create()(), long(1).two(), new Kept().fieldName],
  });
`;

const bundled = (contents = SOURCE): string =>
  buildSync({
    stdin: { contents },
    bundle: true,
    write: false,
    keepNames: true,
    format: 'cjs',
  }).outputFiles[0]!.text;

async function namesIn(program: string): Promise<unknown> {
  const context: { names?: () => Promise<unknown> } = {};
  runInNewContext(program, Object.assign(context, { globalThis: context }));
  return context.names?.();
}

/** `add` of the function has another name in the program, as there is one outside of it. */
const RENAMED = `
  const add = (one, two) => one + two;
  const sumOf = (values) => {
    let sum = 0;
    const add = (value) => {
      sum += value;
    };
    values.forEach(add);
    return [add.name, sum];
  };
  globalThis.names = async () => [add(1, 2), sumOf([3, 4])];
`;

describe('functions of a bundled program', () => {
  let withoutNames: (text: string) => string;
  beforeAll(async () => {
    const file = path.resolve(__dirname, '../../../scripts/setup/bundle-names.mjs');
    ({ withoutNames } = (await import(file)) as { withoutNames: (text: string) => string });
  });

  it('functions have the same names and results without the calls that name them', async () => {
    const program = bundled();
    const stripped = withoutNames(program);
    const calls = (text: string): number => text.split('__name(').length;
    expect(calls(stripped)).toBeLessThan(calls(program));
    expect(stripped).toMatch(/#field = +\(\) => this +;/);
    expect(await namesIn(stripped)).toEqual(await namesIn(program));
  });

  it('an arrow function has the name of its variable where the bundler changed that, without a call at each call', async () => {
    const stripped = withoutNames(bundled(RENAMED));
    expect(stripped).not.toContain('__name((');
    expect(await namesIn(stripped)).toEqual([3, ['add2', 7]]);
  });

  it('functions stay at their lines and columns: the source map holds', () => {
    const program = bundled();
    const places = (text: string): string[] =>
      text.split('\n').flatMap((line, index) => {
        const column = line.search(/=>|function \w*\(|return /);
        return column < 0 ? [] : [`${index}:${column}`];
      });
    expect(places(withoutNames(program))).toEqual(places(program));
  });
});
