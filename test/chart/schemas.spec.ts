import path from 'node:path';
import { CHART, helm, type KubernetesObject, objectsOf, PERMUTATIONS } from './render';
import { type SchemaProblem, schemaProblems, typeProblems } from './schemas';

/** Those of all permutations are found by one process. */
let known: readonly SchemaProblem[] | undefined;
const problemsOfSchemas = () => (known ??= schemaProblems(PERMUTATIONS.flatMap(objectsOf)));

/** Paths of members that are null: a value that was not set. */
const nulls = (value: unknown, at = ''): string[] => {
  if (value === null) return [at];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => nulls(member, `${at}/${name}`));
};

describe.each(PERMUTATIONS)('permutation %s', (file) => {
  it('the chart passes helm lint --strict', () => {
    const { status, stdout } = helm('lint', '--strict', CHART, '-f', path.join(CHART, file));
    expect({ status, stdout }).toMatchObject({ status: 0 });
  });

  it('the chart renders objects that match the Kubernetes schemas', () => {
    expect(problemsOfSchemas().filter(({ object }) => objectsOf(file).includes(object))).toEqual([]);
  });

  it('the chart renders no null', () => {
    expect(nulls(objectsOf(file))).toEqual([]);
  });
});

describe('schemas', () => {
  it('the rendered objects have no unknown field in any permutation', () => {
    expect(typeProblems(PERMUTATIONS.flatMap(objectsOf))).toEqual([]);
  });

  it('the rendered objects are refused when a field is unknown', () => {
    const [object] = objectsOf('ci/default-values.yaml');
    expect(typeProblems([{ ...object!, sepc: {} } as KubernetesObject])).toHaveLength(1);
  });

  it('the rendered objects are refused when a value has the wrong type', () => {
    const [object] = objectsOf('ci/default-values.yaml');
    expect(schemaProblems([{ ...object!, spec: 'text' } as KubernetesObject])).toHaveLength(1);
  });
});
