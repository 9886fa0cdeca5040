import { visibleText } from './visible-text';

const MAX_CHARACTERS = 160;

/** The data of an action in one line: a transfer in words, all else as its members. */
export function actionText(name: string, data: unknown): string {
  const text = name === 'transfer' ? transferText(data) : undefined;
  const shown = visibleText(text ?? membersText(data));
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS)}…` : shown;
}

function transferText(data: unknown): string | undefined {
  const { from, to, quantity, memo } = (data ?? {}) as Record<string, unknown>;
  if (![from, to, quantity].every((each) => typeof each === 'string')) return undefined;
  const note = typeof memo === 'string' && memo !== '' ? `, memo "${memo}"` : '';
  return `${String(from)} sends ${String(quantity)} to ${String(to)}${note}`;
}

function membersText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return String(data);
  return Object.entries(data)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
