// The file of WEBHOOKS_FILE: two webhooks, whose receivers change.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';

export class WebhooksFile {
  /** Paths of the receiver, by the name of the webhook. */
  #paths = new Map([
    ['desk', '/refused'],
    ['bot', '/gone'],
  ]);

  constructor(folder, receiver) {
    this.file = path.join(folder, 'webhooks.yaml');
    this.url = receiver.url;
    writeFileSync(path.join(folder, 'webhooks.secret'), `whsec_${randomBytes(32).toString('base64')}\n`);
    this.#write();
  }

  #write() {
    const webhooks = Array.from(this.#paths, ([name, route]) => ({
      ...{ name, network: 'mainnet', topics: ['head'], url: this.url + route },
      secret_files: ['webhooks.secret'],
    }));
    writeFileSync(this.file, stringify({ webhooks }));
  }

  /** Writes an entry with a name that is not allowed, until the next change. */
  spoil() {
    const entry = {
      name: 'NOT A NAME',
      network: 'mainnet',
      topics: ['head'],
      url: this.url,
      secret_files: ['x'],
    };
    writeFileSync(this.file, stringify({ webhooks: [entry] }));
  }

  /** Writes the entries without the problem. */
  mend() {
    this.#write();
  }

  /** Changes the entry of a webhook: another path of the receiver. */
  send(name, route) {
    this.#paths.set(name, route);
    this.#write();
  }
}
