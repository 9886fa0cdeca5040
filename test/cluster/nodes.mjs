// Nodes of a cluster without machines: objects in one zone each, and the answers of their kubelets about pods.
import { pathOf } from './api.mjs';

const NODE = { apiVersion: 'v1', kind: 'Node' };
const POLL_MS = 200;
const CAPACITY = { cpu: '32', memory: '64Gi', pods: '200', 'ephemeral-storage': '500Gi' };
const nodeObject = (name) => ({ ...NODE, metadata: { name } });
const ready = (status) => [
  { type: 'Ready', status, reason: 'Test', lastHeartbeatTime: new Date().toISOString() },
];

/** Creates a node in each zone; they take pods. */
export async function createNodes(api, zones) {
  for (const zone of zones) {
    const name = `node-${zone}`;
    const labels = {
      'topology.kubernetes.io/zone': zone,
      'kubernetes.io/hostname': name,
      'kubernetes.io/arch': 'amd64',
    };
    await api.create({ ...NODE, metadata: { name, labels } });
    await api.merge(
      nodeObject(name),
      undefined,
      { status: { capacity: CAPACITY, allocatable: CAPACITY } },
      '/status',
    );
    await setReady(api, name, true);
    // The volumes of the development chains' history.
    await api.create({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        capacity: { storage: '500Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: `/volumes/${name}` },
      },
    });
  }
}

/** Says that a node answers, or that it was lost. The controllers taint it. */
export const setReady = (api, name, isReady) =>
  api.merge(
    nodeObject(name),
    undefined,
    { status: { conditions: ready(isReady ? 'True' : 'Unknown') } },
    '/status',
  );

export const setCordoned = (api, name, isCordoned) =>
  api.merge(nodeObject(name), undefined, { spec: { unschedulable: isCordoned } });

/** Taints of a node by their keys, without the domain. */
export async function taintsOf(api, name) {
  const { spec } = await api.get(`${pathOf(NODE)}/${name}`);
  return (spec.taints ?? []).map(({ key }) => key.replace(/^.*\//, ''));
}

/** Runs every pod that is scheduled, and ends those that are deleted, until `stop`. */
export class Kubelets {
  #isStopped = false;
  #ended;

  constructor(api) {
    this.api = api;
    this.#ended = this.#run();
    // Thrown by `stop`.
    this.#ended.catch(() => undefined);
  }

  async #run() {
    while (!this.#isStopped) {
      for (const pod of await this.api.list('/api/v1/pods')) await this.#tend(pod);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async #tend({ metadata, spec, status }) {
    const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
    try {
      if (metadata.deletionTimestamp !== undefined)
        await this.api.ask('DELETE', path, { gracePeriodSeconds: 0 });
      else if (spec.nodeName !== undefined && status.phase !== 'Running')
        await this.api.ask('PATCH', `${path}/status`, runningStatus(spec), 'application/merge-patch+json');
    } catch (error) {
      // The pod was deleted, or changed, since the list.
      if (![404, 409].includes(error.status)) throw error;
    }
  }

  /** @throws the error that ended it before */
  async stop() {
    this.#isStopped = true;
    await this.#ended;
  }
}

function runningStatus({ containers }) {
  const lastTransitionTime = new Date().toISOString();
  const conditions = ['Initialized', 'ContainersReady', 'Ready', 'PodScheduled'];
  return {
    status: {
      phase: 'Running',
      conditions: conditions.map((type) => ({ type, status: 'True', lastTransitionTime })),
      containerStatuses: containers.map(({ name, image }) => ({
        name,
        image,
        imageID: image,
        ready: true,
        restartCount: 0,
        state: { running: { startedAt: lastTransitionTime } },
      })),
    },
  };
}
