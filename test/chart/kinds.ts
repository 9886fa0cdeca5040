import type { KubernetesObject } from './render';

export type Labels = Readonly<Record<string, string>>;

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly securityContext?: object;
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}
export interface PodSpec {
  readonly securityContext: object;
  readonly automountServiceAccountToken: boolean;
  readonly containers: readonly Container[];
  readonly terminationGracePeriodSeconds: number;
  readonly topologySpreadConstraints?: readonly {
    readonly topologyKey: string;
    readonly whenUnsatisfiable: string;
    readonly nodeTaintsPolicy?: string;
    readonly matchLabelKeys?: readonly string[];
    readonly labelSelector: { readonly matchLabels: Labels };
  }[];
  readonly volumes?: readonly {
    readonly name: string;
    readonly emptyDir?: object;
    readonly persistentVolumeClaim?: { readonly claimName: string };
  }[];
}
/** The test hook. */
export interface Pod extends KubernetesObject {
  readonly spec: PodSpec;
}
/** A Deployment or a StatefulSet. */
export interface Workload extends KubernetesObject {
  readonly spec: {
    readonly replicas?: number;
    readonly selector: { readonly matchLabels: Labels };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  };
}
/** A workload of the history node: a Deployment where it only writes into a database. */
export interface HistoryWorkload extends Workload {
  readonly spec: Workload['spec'] & { readonly replicas: number; readonly serviceName?: string };
}
export interface Service extends KubernetesObject {
  readonly spec: {
    readonly clusterIP?: string;
    readonly selector: Labels;
    readonly ports: readonly {
      readonly name: string;
      readonly port: number;
      readonly targetPort: string;
    }[];
  };
}
interface PolicyPort {
  readonly port: number | string;
  readonly protocol: string;
}
interface Peer {
  readonly podSelector?: { readonly matchLabels: Labels };
}
export interface NetworkPolicy extends KubernetesObject {
  readonly spec: {
    readonly podSelector: { readonly matchLabels: Labels };
    readonly ingress: readonly { readonly ports: readonly PolicyPort[]; readonly from?: readonly Peer[] }[];
    readonly egress: readonly { readonly ports: readonly PolicyPort[]; readonly to?: readonly Peer[] }[];
  };
}
export interface ConfigMap extends KubernetesObject {
  readonly data: Readonly<Record<string, string>>;
}
/** An object that selects pods or services. */
export interface Selecting extends KubernetesObject {
  readonly spec: { readonly selector: { readonly matchLabels: Labels } };
}

/** Whether a selector matches labels. */
export const isSelected = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
