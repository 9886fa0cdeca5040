// The API server, the controllers and the scheduler of Kubernetes, one exact version, compiled into .cache/tools by Go
// from their modules, and etcd. The first time takes a quarter of an hour of one core.
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureCached } from './cached-tool.mjs';
import { ensureEtcd } from './debian-programs.mjs';
import { requireGo } from './go-tools.mjs';
import { CACHE } from './paths.mjs';

const run = promisify(execFile);
const MINOR = 33;
const PATCH = 2;
export const KUBERNETES_VERSION = `v1.${MINOR}.${PATCH}`;
const HOME = path.join(CACHE, 'tools', `kubernetes-${KUBERNETES_VERSION}`);
const PROGRAMS = ['kube-apiserver', 'kube-scheduler', 'kube-controller-manager'];
/** Modules of the Kubernetes repository, which its go.mod takes from folders beside it. */
const MODULES = [
  ...['api', 'apiextensions-apiserver', 'apimachinery', 'apiserver', 'cli-runtime', 'client-go'],
  ...['cloud-provider', 'cluster-bootstrap', 'code-generator', 'component-base', 'component-helpers'],
  ...['controller-manager', 'cri-api', 'cri-client', 'csi-translation-lib', 'dynamic-resource-allocation'],
  ...['endpointslice', 'externaljwt', 'kms', 'kube-aggregator', 'kube-controller-manager', 'kube-proxy'],
  ...['kube-scheduler', 'kubectl', 'kubelet', 'metrics', 'mount-utils', 'pod-security-admission'],
  ...['sample-apiserver', 'sample-cli-plugin', 'sample-controller'],
];
/** Published without this patch. */
const VERSIONS = { externaljwt: `v0.${MINOR}.1` };

const goModule = () => `module control-plane

go 1.24.0

require k8s.io/kubernetes ${KUBERNETES_VERSION}

replace (
${MODULES.map((name) => `\tk8s.io/${name} => k8s.io/${name} ${VERSIONS[name] ?? `v0.${MINOR}.${PATCH}`}`).join('\n')}
)
`;

async function compile(folder) {
  writeFileSync(path.join(folder, 'go.mod'), goModule());
  const version = 'k8s.io/component-base/version';
  const facts = { gitVersion: KUBERNETES_VERSION, gitMajor: '1', gitMinor: String(MINOR) };
  const flags = Object.entries(facts).map(([name, value]) => `-X ${version}.${name}=${value}`);
  await run(
    'nice',
    [
      ...['go', 'build', '-mod=mod', '-buildvcs=false', '-ldflags', ['-s', '-w', ...flags].join(' ')],
      ...['-o', `${folder}/`, ...PROGRAMS.map((name) => `k8s.io/kubernetes/cmd/${name}`)],
    ],
    { cwd: folder, maxBuffer: 2 ** 26 },
  );
}

/** Resolves to the folder of the programs when etcd is on the PATH. Without Go it ends the script. */
export async function ensureKubernetes() {
  await ensureEtcd();
  if (existsSync(HOME)) return HOME;
  requireGo(`The cluster needs Kubernetes ${KUBERNETES_VERSION}`, `${PROGRAMS.join(', ')} into ${HOME}`);
  const texts = {
    title: `Compiling Kubernetes ${KUBERNETES_VERSION}, which takes about 15 minutes`,
    failure: 'Kubernetes could not be compiled',
  };
  await ensureCached({ home: HOME, name: 'kubernetes', ...texts }, compile);
  return HOME;
}
