import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';
import type { Workload } from './kinds';
import { CHART, find, type KubernetesObject, objectsOf, RELEASE } from './render';

interface Secret extends KubernetesObject {
  readonly data: Readonly<Record<string, string>>;
}

const KEYS = ['redis-password', 'redis-shared-secret'];
const decoded = ({ data }: Secret): string[] =>
  KEYS.map((key) => Buffer.from(data[key] ?? '', 'base64').toString());

/** An API server that tells Helm its version, its kinds, and one Secret, which is that of a release before. */
function startApiServer(data: Secret['data']): Promise<Server> {
  const resource = { name: 'secrets', namespaced: true, kind: 'Secret', verbs: ['get'] };
  const answers: Readonly<Record<string, object>> = {
    '/version': { major: '1', minor: '33', gitVersion: 'v1.33.0' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
    '/api/v1': { kind: 'APIResourceList', groupVersion: 'v1', resources: [resource] },
  };
  const server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0]!;
    const name = /^\/api\/v1\/namespaces\/default\/secrets\/(?<name>[\w-]+)$/.exec(path)?.groups?.name;
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default' }, data };
    const answer = name === undefined ? answers[path] : secret;
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { kind: 'Status', code: 404, reason: 'NotFound' }));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** The Secret of the development Redis as an upgrade writes it. */
async function upgraded(server: Server): Promise<Secret> {
  const { port } = server.address() as AddressInfo;
  const helm = spawn(process.env.HELM!, [
    ...[
      'template',
      RELEASE,
      CHART,
      '--dry-run=server',
      '--is-upgrade',
      '--kube-version=1.33.0',
      '--disable-openapi-validation',
    ],
    ...['--kube-apiserver', `http://127.0.0.1:${port}`, '--kube-token', 'none', '--namespace', 'default'],
    ...['--set', 'redis.development.enabled=true', '--show-only', 'templates/development-redis.yaml'],
  ]);
  const [out, errors] = await Promise.all([text(helm.stdout), text(helm.stderr), once(helm, 'close')]);
  if (helm.exitCode !== 0) throw new Error(errors);
  return parseAllDocuments(out)
    .map((document) => document.toJS() as KubernetesObject)
    .find(({ kind }) => kind === 'Secret') as Secret;
}

describe('the development Redis of the chart', () => {
  const objects = objectsOf('ci/everything-values.yaml');
  const secret = find<Secret>(objects, 'Secret', '-redis')!;

  it('the development Redis has a random password and the gateway a random secret, in one Secret', () => {
    const [password, shared] = decoded(secret);
    for (const value of [password, shared]) expect(value).toMatch(/^[\dA-Za-z]{40}$/);
    expect(password).not.toBe(shared);
  });

  it('the development Redis asks for the password that the gateway sends', () => {
    const reference = (key: string) => ({ secretKeyRef: { name: secret.metadata.name, key } });
    const redis = find<Workload>(objects, 'Deployment', '-redis')!.spec.template.spec.containers[0]!;
    const gateway = find<Workload>(objects, 'Deployment')!.spec.template.spec.containers[0]!;
    const password = { name: 'REDIS_PASSWORD', valueFrom: reference('redis-password') };
    expect(redis.env).toContainEqual(password);
    expect(redis.args?.join(' ')).toContain('--requirepass $(REDIS_PASSWORD)');
    expect(gateway.env).toEqual(
      expect.arrayContaining([
        password,
        { name: 'REDIS_SHARED_SECRET', valueFrom: reference('redis-shared-secret') },
      ]),
    );
  });

  it('the development Redis keeps its password and the secret in an upgrade', async () => {
    const data = Object.fromEntries(KEYS.map((key) => [key, Buffer.from(`the ${key}`).toString('base64')]));
    const server = await startApiServer(data);
    try {
      expect(decoded(await upgraded(server))).toEqual(KEYS.map((key) => `the ${key}`));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

it.each(['autoscaling', 'redis-cluster', 'redis-sentinel'])(
  'a gateway with a Redis of its own has the secret that the values of %s name',
  (file) => {
    const gateway = find<Workload>(objectsOf(`ci/${file}-values.yaml`), 'Deployment')!;
    expect(gateway.spec.template.spec.containers[0]!.env).toContainEqual({
      name: 'REDIS_SHARED_SECRET',
      valueFrom: { secretKeyRef: { name: 'gateway-redis', key: 'redis-shared-secret' } },
    });
  },
);

it('a gateway reads values of a second secret only where the values name its key', () => {
  const envOf = (file: string) =>
    find<Workload>(objectsOf(`ci/${file}-values.yaml`), 'Deployment')!.spec.template.spec.containers[0]!.env;
  expect(envOf('redis-sentinel')).toContainEqual({
    name: 'REDIS_SHARED_SECRET_SECOND',
    valueFrom: { secretKeyRef: { name: 'gateway-redis', key: 'redis-shared-secret-next' } },
  });
  expect(JSON.stringify(envOf('redis-cluster'))).not.toContain('REDIS_SHARED_SECRET_SECOND');
});
