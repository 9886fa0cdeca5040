import type { Settings } from '@app/operations';

/** The path under which clients reach the gateway: empty, or the path of PUBLIC_URL without a slash at its end. */
export function basePath({ publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}
