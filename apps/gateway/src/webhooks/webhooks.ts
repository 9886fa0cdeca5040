import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigurationError, Networks } from '@app/networks';
import {
  CLOCK,
  type Clock,
  LOGGER,
  type Logger,
  Metrics,
  RANDOM,
  type RandomBelow,
  ReadinessRegistry,
  SETTINGS,
  type Settings,
} from '@app/operations';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EventSources } from '../events/event-sources';
import { FileWatch } from '../reload/file-watch';
import {
  readWebhooks,
  type WebhookConfig,
  type WebhooksFile,
  WebhooksFileError,
} from './config/webhooks-file';
import { WebhookStorage } from './store/webhook-storage';
import { Webhook } from './webhook';
import type { WebhookParts } from './webhook-parts';
import { WebhookStates } from './webhook-states';

/** The webhooks of the operator's file, read again when it or a secret changes. */
@Injectable()
export class Webhooks implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #file: string | undefined;
  readonly #parts: WebhookParts;
  readonly #watch: FileWatch | undefined;
  #read: WebhooksFile = { webhooks: [], files: [] };
  /** Files of secrets that a refused file names. */
  #awaited: readonly string[] = [];
  #running: Webhook[] = [];
  #closed: Promise<unknown> | undefined;

  constructor(
    private readonly networks: Networks,
    private readonly storage: WebhookStorage,
    private readonly states: WebhookStates,
    private readonly metrics: Metrics,
    readiness: ReadinessRegistry,
    sources: EventSources,
    @Inject(SETTINGS) { webhooksFile }: Settings,
    @Inject(CLOCK) clock: Clock,
    @Inject(RANDOM) random: RandomBelow,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#parts = { sources, clock, random };
    metrics.webhooks.refused.set(0);
    if (webhooksFile === undefined) return;
    const file = path.resolve(webhooksFile);
    this.#file = file;
    this.#read = this.#load(file);
    this.#watch = new FileWatch(
      () => [...new Set([file, ...this.#read.files, ...this.#awaited])],
      () => this.#reload(file).then(() => true),
    );
    readiness.onDrain(() => void this.#close());
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.#file === undefined) return;
    this.storage.start();
    this.#running = this.#read.webhooks.map((config) => this.#begin(config));
    await this.#watch?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#close();
    this.storage.close();
  }

  #begin(config: WebhookConfig): Webhook {
    return new Webhook(config, this.storage.store, this.#parts, this.states);
  }

  #load(file: string): WebhooksFile {
    return readWebhooks(
      file,
      this.networks.all().map(({ name }) => name),
    );
  }

  /** A file with a problem changes nothing. */
  async #reload(file: string): Promise<void> {
    try {
      this.#read = this.#load(file);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.#awaited = error instanceof WebhooksFileError ? error.files : [];
      this.metrics.webhooks.refused.set(1);
      const { problems } = error;
      return this.logger.error(
        { problems },
        'the changed webhooks file is refused; that of before stays in use',
      );
    }
    this.#awaited = [];
    this.metrics.webhooks.refused.set(0);
    const { webhooks } = this.#read;
    const isKept = ({ config }: Webhook): boolean => webhooks.some((one) => isDeepStrictEqual(one, config));
    const kept = this.#running.filter(isKept);
    // The old one has left its place before the new one begins there.
    await Promise.all(this.#running.filter((one) => !isKept(one)).map((one) => one.close()));
    if (this.#closed !== undefined) return;
    const begun = webhooks.filter((config) => !kept.some((one) => isDeepStrictEqual(one.config, config)));
    this.#running = [...kept, ...begun.map((config) => this.#begin(config))];
    this.logger.info({ webhooks: begun.map(({ name }) => name) }, 'the webhooks file was read again');
  }

  #close(): Promise<unknown> {
    this.#watch?.stop();
    this.#closed ??= Promise.all(this.#running.map((one) => one.close()));
    return this.#closed;
  }
}
