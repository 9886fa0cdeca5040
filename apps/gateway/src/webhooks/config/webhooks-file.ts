import path from 'node:path';
import {
  ConfigurationError,
  knownMembers,
  NETWORK_NAMES,
  type NetworkName,
  readYamlFile,
} from '@app/networks';
import { z } from 'zod';
import { MAX_TOPICS, type Topic, TOPIC_FORMS, topicOf } from '../../events/topics/topic';
import { readSecret } from './secret-file';
import { urlProblem } from './target-url';

/** A webhook that the operator configured. */
export interface WebhookConfig {
  /** Unique in its network: names it in logs, metrics and Redis. */
  readonly name: string;
  readonly network: NetworkName;
  readonly topics: readonly Topic[];
  /** It may carry a secret in its path or query: never print it. */
  readonly url: string;
  /** Each signs every message; never print them. */
  readonly secrets: readonly string[];
}

/** Webhooks of one deployment: each reads its topics and has connections of its own. */
const MAX_WEBHOOKS = 32;
const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

const topic = z
  .string()
  .refine((text) => topicOf(text) !== undefined, { error: `is none of: ${TOPIC_FORMS}` });

const webhook = knownMembers({
  name: z.string().regex(NAME, {
    error: 'must be 1 to 63 of a-z, 0-9 and -, beginning with a letter or digit',
  }),
  network: z.enum(NETWORK_NAMES),
  topics: z
    .array(topic)
    .min(1, 'names no topic')
    .max(MAX_TOPICS, `names more than ${MAX_TOPICS} topics`)
    .refine(areDistinct, { error: 'names a topic twice' }),
  url: z.string().superRefine((text, context) => {
    const problem = urlProblem(text);
    if (problem !== undefined) context.addIssue(problem);
  }),
  secret_files: z
    .array(z.string().min(1))
    .min(1, 'names no file')
    .max(2, 'names more than two files: the secret of now, and the other one while it is changed')
    .refine(areDistinct, { error: 'names a file twice' }),
});

const webhooksSchema = knownMembers({
  webhooks: z
    .array(webhook)
    .max(MAX_WEBHOOKS, `has more than ${MAX_WEBHOOKS} webhooks`)
    .refine((all) => areDistinct(all.map(({ name, network }) => `${network} ${name}`)), {
      error: 'gives two webhooks of a network one name',
    }),
});

/** The webhooks of a file, and the files that it names. */
export interface WebhooksFile {
  readonly webhooks: readonly WebhookConfig[];
  /** Of secrets. */
  readonly files: readonly string[];
}

/** A webhooks file with a problem in an entry, or in a secret. */
export class WebhooksFileError extends ConfigurationError {
  /** @param files of secrets that it names: a problem may end by a change in one of them */
  constructor(
    file: string,
    problems: readonly string[],
    readonly files: readonly string[],
  ) {
    super(file, problems);
  }
}

/**
 * Reads the webhooks file and the secrets that it names, relative to it.
 * @param networks those that this deployment serves
 * @throws ConfigurationError naming file, member and reason, and neither a URL nor a secret
 */
export function readWebhooks(file: string, networks: readonly string[]): WebhooksFile {
  const { webhooks } = readYamlFile(file, webhooksSchema);
  const problems: string[] = [];
  const files: string[] = [];
  const read = webhooks.map(({ secret_files, topics, ...rest }, at) => {
    if (!networks.includes(rest.network))
      problems.push(`webhooks.${at}.network: is not in the networks file`);
    const secrets = secret_files.map((name, index) => {
      const secretFile = path.resolve(path.dirname(file), name);
      files.push(secretFile);
      const { secret = '', problem } = readSecret(secretFile);
      if (problem !== undefined) problems.push(`webhooks.${at}.secret_files.${index}: ${problem}`);
      return secret;
    });
    return { ...rest, topics: topics.flatMap((text) => topicOf(text) ?? []), secrets };
  });
  if (problems.length > 0) throw new WebhooksFileError(file, problems, files);
  return { webhooks: read, files };
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
