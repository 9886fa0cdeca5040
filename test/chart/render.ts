import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

export const CHART = path.resolve(__dirname, '..', '..', 'helm', 'chain-tool-gateway');
/** The longest name Helm accepts. */
export const RELEASE = 'r'.repeat(53);

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Values files that are rendered and validated: the permutations and the example for production. */
export const PERMUTATIONS = [...globSync('ci/*.yaml', { cwd: CHART }), 'values-production.yaml'].sort();

export interface Rendered {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function helm(...args: readonly string[]): Rendered {
  const program = process.env.HELM;
  if (program === undefined) throw new Error('HELM is not set: `npm run test:chart` installs it');
  return spawnSync(program, args, { encoding: 'utf8' });
}

/** `helm template` with values files of the chart and `--set` pairs. */
export const template = (files: readonly string[], ...more: readonly string[]): Rendered =>
  helm(
    'template',
    RELEASE,
    CHART,
    '--kube-version=1.33.0',
    '--api-versions=monitoring.coreos.com/v1',
    ...files.flatMap((file) => ['-f', path.join(CHART, file)]),
    ...more,
  );

const rendered = new Map<string, readonly KubernetesObject[]>();

/** The objects of a values file, rendered once. @throws Error with the message of Helm */
export function objectsOf(file: string): readonly KubernetesObject[] {
  const known = rendered.get(file) ?? renderedObjects(file);
  rendered.set(file, known);
  return known;
}

function renderedObjects(file: string): KubernetesObject[] {
  const { status, stdout, stderr } = template([file]);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout, { merge: false, uniqueKeys: true })
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0]!;
      return document.toJS() as KubernetesObject | null;
    })
    .filter((object) => object !== null);
}

/** The object of one kind and component; undefined when the permutation has none. */
export const find = <T>(objects: readonly KubernetesObject[], kind: string, suffix = ''): T | undefined =>
  objects.find(
    ({ kind: own, metadata: { name } }) => own === kind && name === `${fullName(objects)}${suffix}`,
  ) as T | undefined;

const fullName = (objects: readonly KubernetesObject[]): string =>
  objects.find(
    ({ kind, metadata: { labels } }) =>
      kind === 'Deployment' && labels['app.kubernetes.io/component'] === 'gateway',
  )!.metadata.name;
