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
  class Kept { static create() { return () => 5; } }
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
    results: [declared(1), arrow(2), text, await later(), called(), Kept.create()(), long(1).two()],
  });
`;

const bundled = (): string =>
  buildSync({
    stdin: { contents: SOURCE },
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
    expect(await namesIn(stripped)).toEqual(await namesIn(program));
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
