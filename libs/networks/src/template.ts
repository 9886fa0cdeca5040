import type { Json } from '@app/antelope';
import { LRUCache } from 'lru-cache';

/** Values for the placeholders of a template. */
export type TemplateValues = Readonly<Record<string, Json>>;

const PLACEHOLDER = /\{([a-z_]+)\}/g;
const WHOLE = /^\{([a-z_]+)\}$/;

/** Names of the placeholders in a template, nested values included, each once. */
export function placeholdersOf(template: Json): string[] {
  return [
    ...new Set(
      textsOf(template).flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')),
    ),
  ];
}

/**
 * Fills a template. A text that is one placeholder takes the value with its type; inside a longer
 * text the value is written out. A placeholder without a value is a defect of the caller.
 */
export function fillTemplate(template: Json, values: TemplateValues): Json {
  if (typeof template === 'string') {
    const whole = WHOLE.exec(template)?.[1];
    return whole === undefined ? fillText(template, values) : valueOf(whole, values);
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, fillTemplate(value, values)]),
  );
}

/** Fills a template that is a text, such as a memo or a scope. */
export function fillText(template: string, values: TemplateValues): string {
  return template.replace(PLACEHOLDER, (_, name: string) => String(valueOf(name, values)));
}

/**
 * The values a template was filled with, read back from the result; undefined when it is not a filling of
 * this template. Inside a longer text a value is the shortest one that fits.
 */
export function readTemplate(template: Json, filled: Json): TemplateValues | undefined {
  const values = new Map<string, Json>();
  return readInto(values, template, filled) ? Object.fromEntries(values) : undefined;
}

function readInto(values: Map<string, Json>, template: Json, filled: Json): boolean {
  if (typeof template === 'string') {
    const whole = WHOLE.exec(template)?.[1];
    return whole === undefined ? readTextInto(values, template, filled) : note(values, whole, filled);
  }
  if (template === null || typeof template !== 'object') return template === filled;
  if (filled === null || typeof filled !== 'object' || Array.isArray(template) !== Array.isArray(filled)) {
    return false;
  }
  const members = Object.entries(template);
  const contents = new Map(Object.entries(filled));
  if (members.length !== contents.size) return false;
  return members.every(([key, value]) => {
    const content = contents.get(key);
    return content !== undefined && readInto(values, value, content);
  });
}

function readTextInto(values: Map<string, Json>, template: string, filled: Json): boolean {
  if (typeof filled !== 'string') return false;
  const { pattern, names } = textPatterns.memo(template);
  const found = pattern.exec(filled);
  return found?.slice(1).every((text, index) => note(values, names[index] ?? '', text)) ?? false;
}

interface TextPattern {
  readonly pattern: RegExp;
  /** Of the placeholders, in the order of the groups of the pattern. */
  readonly names: readonly string[];
}

/** Texts of profiles are read many times per call of a tool: making a pattern takes longer than the rest. */
const textPatterns = new LRUCache<string, TextPattern>({ max: 512, memoMethod: textPattern });

function textPattern(template: string): TextPattern {
  // Texts and the names of placeholders take turns.
  const parts = template.split(PLACEHOLDER);
  const pattern = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : '(.*?)')).join('');
  return { pattern: new RegExp(`^${pattern}$`, 's'), names: parts.filter((_, index) => index % 2 === 1) };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** False when the same placeholder already stands for something else. */
function note(values: Map<string, Json>, name: string, value: Json): boolean {
  const known = values.get(name);
  values.set(name, value);
  return known === undefined || known === value;
}

function valueOf(name: string, values: TemplateValues): Json {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) throw new Error(`no value for {${name}}`);
  return value;
}

function textsOf(template: Json): string[] {
  if (typeof template === 'string') return [template];
  if (template === null || typeof template !== 'object') return [];
  return Object.values(template).flatMap(textsOf);
}
