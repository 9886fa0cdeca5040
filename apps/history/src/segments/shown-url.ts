/** A URL as logs and answers of health show it: without user, password and query, which may be secret. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'a URL that cannot be read';
  const shown = new URL(url);
  shown.username = shown.password = shown.search = shown.hash = '';
  return shown.href.replace(/\/+$/, '');
}
