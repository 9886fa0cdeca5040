import { signal } from '@preact/signals';

/** The time, each second while the page is visible; milliseconds since 1970. */
export const now = signal(Date.now());

setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 1_000);
