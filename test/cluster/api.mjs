// A client of the API server.
import { Agent, fetch } from 'undici';

/** A refusal of the API server. */
export class Refusal extends Error {
  constructor(what, status, message) {
    super(`${what}: ${status} ${message}`);
    this.status = status;
  }
}

/** Folder of the resource of a kind, where it is not the plural by `s`. */
const PLURALS = { NetworkPolicy: 'networkpolicies', Ingress: 'ingresses', PriorityClass: 'priorityclasses' };
const ofCluster = new Set([
  'Namespace',
  'Node',
  'PersistentVolume',
  'PriorityClass',
  'CustomResourceDefinition',
]);

/** Path of the objects of a kind in a namespace. */
export function pathOf({ apiVersion, kind }, namespace) {
  const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const plural = PLURALS[kind] ?? `${kind.toLowerCase()}s`;
  return ofCluster.has(kind) ? `${base}/${plural}` : `${base}/namespaces/${namespace}/${plural}`;
}

export class Api {
  #agent;

  /** @param ca certificate of the API server, PEM */
  constructor({ url, token, ca }) {
    this.url = url;
    this.token = token;
    this.#agent = new Agent({ connect: { ca } });
  }

  /** Resolves to { json, warnings }. @throws Refusal */
  async ask(method, path, body, type = 'application/json') {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      dispatcher: this.#agent,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refusal(`${method} ${path}`, answer.status, text);
    const warning = answer.headers.get('warning');
    return {
      json: text.startsWith('{') ? JSON.parse(text) : text,
      warnings: warning === null ? [] : [warning],
    };
  }

  async get(path) {
    return (await this.ask('GET', path)).json;
  }

  async list(path) {
    return (await this.get(path)).items;
  }

  create(object, namespace) {
    return this.ask('POST', pathOf(object, namespace), object);
  }

  /** @param subresource with its slash: `/status` */
  merge(object, namespace, change, subresource = '') {
    const path = `${pathOf(object, namespace)}/${object.metadata.name}${subresource}`;
    return this.ask('PATCH', path, change, 'application/merge-patch+json');
  }

  /** Server-side apply that refuses unknown and repeated fields, and changes nothing. Resolves to the warnings. */
  async applied(object, namespace) {
    const path = `${pathOf(object, namespace)}/${object.metadata.name}`;
    const query = 'fieldManager=check&fieldValidation=Strict&force=true&dryRun=All';
    return (await this.ask('PATCH', `${path}?${query}`, object, 'application/apply-patch+yaml')).warnings;
  }

  close() {
    return this.#agent.close();
  }
}
