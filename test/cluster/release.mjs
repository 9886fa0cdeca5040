// A release of the chart in a namespace of its own that takes only pods of the level "restricted".
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../scripts/setup.mjs';
import { pathOf } from './api.mjs';

const run = promisify(execFile);
const CHART = path.join(ROOT, 'helm', 'chain-tool-gateway');
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' };
const LEVELS = ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']);

export class Release {
  constructor(plane, namespace) {
    this.plane = plane;
    this.api = plane.api;
    this.namespace = namespace;
  }

  static async in(plane, namespace) {
    const metadata = { name: namespace, labels: Object.fromEntries(LEVELS) };
    await plane.api.create({ apiVersion: 'v1', kind: 'Namespace', metadata });
    return new Release(plane, namespace);
  }

  /** Runs Helm on the release. @throws Error with its text, also where it only warns */
  async helm(...args) {
    const env = { ...process.env, KUBECONFIG: this.plane.kubeconfig };
    const { stdout, stderr } = await run(process.env.HELM, [...args, '--namespace', this.namespace], {
      env,
      maxBuffer: 2 ** 26,
    });
    if (stderr !== '') throw new Error(`helm ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  install(file, ...more) {
    return this.helm('install', 'gateway', CHART, '-f', path.join(CHART, file), ...more);
  }

  upgrade(file, ...more) {
    return this.helm('upgrade', 'gateway', CHART, '-f', path.join(CHART, file), ...more);
  }

  rollback() {
    return this.helm('rollback', 'gateway');
  }

  /** The objects of the release, and those of its test. */
  async objects() {
    const texts = await Promise.all(['manifest', 'hooks'].map((part) => this.helm('get', part, 'gateway')));
    return texts
      .flatMap((text) => parseAllDocuments(text))
      .map((document) => document.toJS())
      .filter((object) => object !== null);
  }

  async gateway() {
    const all = await this.api.list(pathOf(DEPLOYMENT, this.namespace));
    const found = all.find(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'gateway');
    return { ...DEPLOYMENT, ...found };
  }

  /** Pods of the gateway that are not being deleted. */
  async pods() {
    const selector = encodeURIComponent('app.kubernetes.io/component=gateway');
    const all = await this.api.list(`/api/v1/namespaces/${this.namespace}/pods?labelSelector=${selector}`);
    return all.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  async scale(replicas) {
    await this.api.merge(await this.gateway(), this.namespace, { spec: { replicas } });
  }

  /** A new revision of the pods, as any change of their template makes. */
  async restart() {
    const annotations = { 'restarted-at': String(performance.now()) };
    await this.api.merge(await this.gateway(), this.namespace, {
      spec: { template: { metadata: { annotations } } },
    });
  }

  /** Whether all pods are of the newest revision and available. */
  async isRolledOut(replicas) {
    const { metadata, status } = await this.gateway();
    return (
      status.observedGeneration === metadata.generation &&
      [status.replicas, status.updatedReplicas, status.availableReplicas].every((count) => count === replicas)
    );
  }

  /** Evicts a pod, as a drain does. @throws Refusal while the disruption budget forbids it */
  async evict({ metadata: { name } }) {
    const eviction = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name, namespace: this.namespace },
    };
    await this.api.ask('POST', `/api/v1/namespaces/${this.namespace}/pods/${name}/eviction`, eviction);
  }

  async remove({ metadata: { name } }) {
    await this.api.ask('DELETE', `/api/v1/namespaces/${this.namespace}/pods/${name}`, {
      gracePeriodSeconds: 0,
    });
  }
}
