import { ConfigurationError } from './configuration-error';
import { z } from 'zod';
import { knownMembers } from './known-members';
import { parseYaml } from './yaml-file';

const schema = knownMembers({ url: z.url() });

function errorOf(text: string): unknown {
  try {
    parseYaml('x.yaml', text, schema);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('parseYaml', () => {
  it.each([
    ['an alias without an anchor', 'url: *hidden', 'x.yaml: has an alias (*name) without an anchor'],
    [
      'aliases that expand too far',
      `a: &hidden [1]\nurl: [${'*hidden,'.repeat(60)}]`,
      'x.yaml: has an alias (*name) without an anchor (&name) before it, or aliases that expand too far',
    ],
    ['a tab as indentation', 'url:\n\thttps://a.example/?token=hidden', 'x.yaml: is not valid YAML ('],
    [
      'an open quote',
      `url: 'https://a.example/?token=hidden`,
      'x.yaml: is not valid YAML (MISSING_CHAR) at line 1, column',
    ],
    [
      'an unknown escape',
      'url: "https://a.example/\\hidden"',
      'x.yaml: is not valid YAML (BAD_DQ_ESCAPE) at line 1, column',
    ],
    ['a tag of no type', 'url: !!hidden a', 'x.yaml: '],
    [
      'a member twice, as JSON',
      '{"url":"https://a.example/?token=hidden","url":"https://a.example/"}',
      'x.yaml: is not valid YAML (DUPLICATE_KEY) at line 1, column',
    ],
    [
      'a URL in the place of a name',
      '{ url https://a.example/?token=hidden }',
      'x.yaml: (a URL): is not known',
    ],
  ])('parseYaml refuses a file with %s by a problem that does not quote it', (_, text, problem) => {
    const error = errorOf(text);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toContain(problem);
    expect((error as Error).message).not.toContain('hidden');
  });

  it('parseYaml reads JSON as the YAML that it is, whatever its blanks', () => {
    const url = 'https://a.example/?a=\u0085\u2028"\\';
    for (const blanks of [0, 2]) {
      const text = JSON.stringify({ url }, null, blanks);
      expect(parseYaml('x.yaml', text, knownMembers({ url: z.string() }))).toEqual({ url });
    }
  });
});
