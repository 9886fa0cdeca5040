import { z } from 'zod';

export const WEB = ['http:', 'https:'];

export const isUrl = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';

export const urlsIn = (text: string, separator: string): string[] =>
  text.split(separator).map((url) => url.trim().replace(/\/+$/, ''));

/** URLs of these protocols, separated by commas. */
export const urls = (protocols: readonly string[]) =>
  z
    .string()
    .transform((text) => urlsIn(text, ','))
    .refine((list) => list.every((url) => isUrl(url, protocols)));
