import { z } from 'zod';

export const WEB = ['http:', 'https:'];

export const isUrl = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';

/** A folder of this machine. The names of files are put behind it: behind a query they would be part of it. */
export const isFolderUrl = (url: string): boolean =>
  URL.canParse(url) && !/[?#]/.test(url) && new URL(url).protocol === 'file:' && new URL(url).host === '';

export const urlsIn = (text: string, separator: string): string[] =>
  text.split(separator).map((url) => url.trim().replace(/\/+$/, ''));

/** URLs of these protocols, separated by commas. */
export const urls = (protocols: readonly string[]) =>
  z
    .string()
    .transform((text) => urlsIn(text, ','))
    .refine((list) => list.every((url) => isUrl(url, protocols)));

/** The same, where a bar separates the replicas of one. */
export const replicaUrls = (protocols: readonly string[]) =>
  z
    .string()
    .transform((text) => urlsIn(text, ','))
    .refine((list) => list.flatMap((entry) => urlsIn(entry, '|')).every((url) => isUrl(url, protocols)));
