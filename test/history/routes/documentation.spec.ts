import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  CONDITION_MEMBERS,
  DATA_PREFIX,
  MEMBER_ALIASES,
} from '../../../apps/history/src/parameters/action-members';
import { ACTION_REQUEST, DELTA_REQUEST } from '../../../apps/history/src/stream/stream-request';
import { completeBlocks } from '../../harness/history/complete-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { documentedRoutes } from './support/documented-parameters';

interface Row {
  readonly route: string;
  readonly methods: string;
  readonly parameters: readonly string[];
  readonly values: string;
  readonly specs: readonly string[];
}

const DOCS = path.resolve(__dirname, '../../../docs/reference');
const PAGE = readFileSync(path.join(DOCS, 'history-routes.md'), 'utf8');
const [, SECTION = ''] = /^## Routes and parameters$(.+?)^## /ms.exec(PAGE) ?? [];
const codes = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
const rows: Row[] = SECTION.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, route, methods = '', parameters, values = '', specs = ''] = line.split('|');
    return {
      route: codes(route)[0] ?? '',
      methods: methods.trim(),
      parameters: codes(parameters),
      values: values.trim(),
      specs: [...specs.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!),
    };
  });

/** A name that is no part of a longer one. */
const wordIn = (word: string): RegExp =>
  new RegExp(`(?<![\\w.])${word.replaceAll('.', '\\.')}${word.endsWith('.') ? '' : '(?!\\w|\\.\\w)'}`);

const ofRoute = (route: string): string[] =>
  rows.filter((row) => row.route === route).flatMap(({ parameters }) => parameters);

describe('the table of routes and parameters of the history node', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(completeBlocks());
  });
  afterAll(() => history.close());

  it('docs/reference/history-routes.md has every parameter of every route of the API document, with its methods, and no other', async () => {
    const routes = await documentedRoutes(history);
    expect(routes.length).toBeGreaterThan(20);
    const expected = routes.flatMap(({ path: route, methods, parameters }) => {
      const members =
        route === '/v2/history/get_actions' ? [...CONDITION_MEMBERS, ...MEMBER_ALIASES, DATA_PREFIX] : [];
      const all = [...parameters, ...members];
      return (all.length === 0 ? ['none'] : all).map(
        (parameter) => `${methods.join(', ')} ${route} ${parameter}`,
      );
    });
    const listed = rows
      .filter(({ route }) => route !== '/stream')
      .flatMap(({ route, methods, parameters }) =>
        (parameters.length === 0 ? ['none'] : parameters).map(
          (parameter) => `${methods} ${route} ${parameter}`,
        ),
      );
    expect(listed.sort()).toEqual(expected.sort());
  });

  it('docs/reference/history-routes.md has every member of the requests of a stream, and no other', () => {
    const members = [...Object.keys(ACTION_REQUEST.shape), ...Object.keys(DELTA_REQUEST.shape), 'reqUUID'];
    expect(ofRoute('/stream').sort()).toEqual([...new Set(members)].sort());
  });

  it.each(rows.map((row) => [row.route, row.parameters.join(', '), row] as const))(
    'docs/reference/history-routes.md names specs of %s %s that ask for each of them',
    (_route, _parameters, { route, parameters, values, specs }) => {
      expect(specs).not.toEqual([]);
      expect(values === '' && parameters.length > 0).toBe(false);
      const texts = specs.map((spec) => {
        const file = path.join(DOCS, spec);
        expect({ spec, exists: existsSync(file) }).toEqual({ spec, exists: true });
        return readFileSync(file, 'utf8');
      });
      const name = route.split('/').at(-1)!;
      for (const word of [name, ...parameters])
        expect({ word, isNamed: texts.some((text) => wordIn(word).test(text)) }).toEqual({
          word,
          isNamed: true,
        });
    },
  );
});
