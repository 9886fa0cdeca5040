import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const ROOT = path.resolve(__dirname, '..', '..');

export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly restart?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly scale?: number;
  readonly stop_grace_period?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, object | null>>;
  readonly networks: { readonly gateway: { readonly ipam: { readonly config: { subnet: string }[] } } };
}

/** Values with `${NAME:-default}` replaced by the default. */
export const withDefaults = (environment: ComposeService['environment'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]),
  );

/** docker-compose.yml with its anchors and merge keys resolved. */
export const readComposeFile = (): ComposeFile =>
  parse(readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as ComposeFile;

export const isGateway = ({ build }: ComposeService): boolean => build?.target === 'gateway';
export const isDevchain = ({ build }: ComposeService): boolean => build?.target === 'devchain';
export const isHistory = ({ build }: ComposeService): boolean => build?.target === 'history';
