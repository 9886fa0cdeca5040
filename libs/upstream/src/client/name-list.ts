const MAX_NAMES = 30;

/** Names for an error message, in their order: `a, b, c and 12 more`; `none` without any. */
export function nameList(names: readonly string[], maxNames = MAX_NAMES): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, maxNames).join(', ');
  return names.length <= maxNames ? shown : `${shown} and ${names.length - maxNames} more`;
}
