import type { Json } from '@app/antelope';

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
