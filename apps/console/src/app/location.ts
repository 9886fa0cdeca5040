import { computed, signal } from '@preact/signals';

/** The path under which the gateway is reached, without a slash at its end: the page carries it. */
export const BASE = document.documentElement.dataset['base'] ?? '';
const ROOT = `${BASE}/console`;

const pathname = signal(location.pathname);

/** Path of the view that is shown: network, name of the view, arguments. Empty at the home page. */
export const segments = computed(() => {
  const { value } = pathname;
  const rest = value.startsWith(`${ROOT}/`) ? value.slice(ROOT.length + 1) : '';
  return rest
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
});

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a view: a link that can be shared. */
export const addressOf = (...parts: readonly string[]): string =>
  [ROOT, ...parts.map(encodeURIComponent)].join('/');

/** Shows the view of an address of the console. */
export function navigate(address: string): void {
  if (address === location.pathname) return;
  history.pushState(null, '', address);
  pathname.value = location.pathname;
  scrollTo(0, 0);
  // The link that had the focus may be gone: the next key goes to the new view.
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Links to views change the view without loading the page again; all other links are the browser's. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    pathname.value = location.pathname;
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin || link.hash !== '') return;
    if (link.pathname !== ROOT && !link.pathname.startsWith(`${ROOT}/`)) return;
    event.preventDefault();
    navigate(link.pathname);
  });
}
