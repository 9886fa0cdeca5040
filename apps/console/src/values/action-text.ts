import { visibleText } from './visible-text';

const MAX_CHARACTERS = 160;
const ASSET = /^-?\d+(\.\d+)? [A-Z]{1,7}$/;
const isName = (value: unknown): boolean => typeof value === 'string' && /^[a-z1-5.]{1,13}$/.test(value);

/** The data of an action in one line: a transfer in words, all else as its members. */
export function actionText(name: string, data: unknown): string {
  const text = name === 'transfer' ? transferText(data) : undefined;
  const shown = visibleText(text ?? membersText(data));
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS)}…` : shown;
}

function transferText(data: unknown): string | undefined {
  const { from, to, quantity, memo } = (data ?? {}) as Record<string, unknown>;
  // Any account may give a transfer members of another form, whose texts read as another one.
  const isTransfer = [from, to].every(isName) && typeof quantity === 'string' && ASSET.test(quantity);
  if (!isTransfer) return undefined;
  const note = typeof memo === 'string' && memo !== '' ? `, memo ${JSON.stringify(memo)}` : '';
  return `${String(from)} sends ${String(quantity)} to ${String(to)}${note}`;
}

/** A text that cannot be read as the end of its member and the beginning of another one. */
const isPlain = (value: unknown): value is string => typeof value === 'string' && !/[,:"]/.test(value);

function membersText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return String(data);
  return Object.entries(data)
    .map(([name, value]) => `${name}: ${isPlain(value) ? value : JSON.stringify(value)}`)
    .join(', ');
}
