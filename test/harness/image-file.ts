import { readFileSync } from 'node:fs';
import path from 'node:path';

export const DOCKERFILE = readFileSync(path.resolve(__dirname, '..', '..', 'Dockerfile'), 'utf8');

/** The instructions of one stage of the Dockerfile. */
const stage = (name: string): string =>
  DOCKERFILE.split(/^FROM .* AS /m).find((part) => part.startsWith(`${name}\n`))!;

/** Variables of the ENV instruction of one stage. */
export function environmentOf(name: string): Readonly<Record<string, string>> {
  const env = /^ENV ((?:.*\\\n)*.*)$/m.exec(stage(name))?.[1] ?? '';
  return Object.fromEntries([...env.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key!, value!]));
}

/** Folders of the VOLUME instruction of one stage. */
export const volumesOf = (name: string): string[] =>
  JSON.parse(/^VOLUME (.*)$/m.exec(stage(name))?.[1] ?? '[]') as string[];
