import { parse } from 'yaml';
import { networksSchema } from '@app/networks';
import { loadHistorySettings } from '../../apps/history/src/settings';
import type { ConfigMap, Container, HistoryWorkload } from './kinds';
import { find, type KubernetesObject, objectsOf, PERMUTATIONS } from './render';

/** Values files that run the history node. */
export const HISTORY_PERMUTATIONS = PERMUTATIONS.filter((file) => file.includes('history'));

/** Objects of the history node in one permutation. */
export function historyObjects(file: string) {
  const objects = objectsOf(file);
  const sets = objects.filter(
    ({ kind, metadata }) =>
      ['Deployment', 'StatefulSet'].includes(kind) &&
      metadata.labels['app.kubernetes.io/component']!.startsWith('history'),
  ) as HistoryWorkload[];
  return { objects, sets, config: configOf(objects, sets[0]!).data };
}

/** The ConfigMap that the container of a set takes its variables from. */
function configOf(objects: readonly KubernetesObject[], { spec }: HistoryWorkload): ConfigMap {
  const { envFrom } = spec.template.spec.containers[0] as Container & {
    envFrom: { configMapRef: { name: string } }[];
  };
  return objects.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === envFrom[0]!.configMapRef.name,
  ) as ConfigMap;
}

/** all, index or serve. */
export const roleOf = ({ spec }: HistoryWorkload): string | undefined =>
  spec.template.spec.containers[0]!.env?.find(({ name }) => name === 'HISTORY_ROLE')?.value;

/** URLs in the secrets, without their path. */
const SECRETS: Readonly<Record<string, string>> = {
  HISTORY_DATABASE_URL: 'postgres://history@db.example.org',
  HISTORY_COLD_URL: 'clickhouses://history@cold.example.org',
  HISTORY_SQL_URL: 'clickhouses://reader@cold.example.org',
};

/** Variables of the container of a set; those of secrets have a database URL for each chain. */
export function environmentOf({ spec }: HistoryWorkload, config: ConfigMap['data']): Record<string, string> {
  const { env = [] } = spec.template.spec.containers[0]!;
  const chains = config.HISTORY_NAME!.split(',');
  const own = env.map(
    ({ name, value }) =>
      [name, value ?? chains.map((chain) => `${SECRETS[name] ?? ''}/${chain}`).join(',')] as const,
  );
  return { ...config, ...Object.fromEntries(own) };
}

export const settingsOf = (set: HistoryWorkload, config: ConfigMap['data']) =>
  loadHistorySettings(environmentOf(set, config));

/** Nodes by network of the networks file that the chart writes; undefined where it writes none. */
export function networksOf(objects: readonly KubernetesObject[]) {
  const file = find<ConfigMap>(objects, 'ConfigMap', '-networks')?.data['networks.yaml'];
  return file === undefined ? undefined : networksSchema.parse(parse(file)).networks;
}
