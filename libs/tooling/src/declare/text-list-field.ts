import {
  ARRAY_MAX_SIZE,
  ARRAY_MIN_SIZE,
  ArrayMaxSize,
  ArrayMinSize,
  IS_ARRAY,
  IsArray,
  isString,
  matches,
} from 'class-validator';
import type { Problem } from '../schema/field-declaration';
import { hasCharacters } from '../validate/constraints';
import { tooFewItems, tooManyItems, unmatched, wrongLength, wrongType } from '../validate/reasons';
import { defined, type FieldOptions, inputField, type Rule } from './input-field';
import { noPrivateKey, type TextLimits, textRules, textSchema } from './text-rules';

/** Limits of a list of texts; by default any number of items of any length. */
export interface TextListOptions extends FieldOptions<string[]> {
  minItems?: number;
  maxItems?: number;
  /** Requirement of each item. */
  item?: TextLimits & { description?: string };
}

/** A list of texts. */
export function TextListField(options: TextListOptions = {}): PropertyDecorator {
  const { minItems, maxItems, item = {} } = options;
  const items = defined({ ...textSchema(item), description: item.description });
  const itemRules = textRules(item, { each: true });
  return inputField(options, defined({ type: 'array', minItems, maxItems, items }), [
    noPrivateKey,
    [IS_ARRAY, IsArray(), (value) => wrongType(['array'], value)],
    ...(minItems === undefined ? [] : [atLeast(minItems)]),
    ...(maxItems === undefined ? [] : [atMost(maxItems)]),
    ...itemRules.map(([name, decorator]): Rule => [name, decorator, (list) => itemProblems(item, list)]),
  ]);
}

function atLeast(items: number): Rule {
  return [ARRAY_MIN_SIZE, ArrayMinSize(items), (list) => tooFewItems(items, list)];
}

function atMost(items: number): Rule {
  return [ARRAY_MAX_SIZE, ArrayMaxSize(items), (list) => tooManyItems(items, list)];
}

/** class-validator reports the first rule that any item breaks; the reasons name every item with its own. */
function itemProblems(limits: TextLimits, list: unknown): Problem[] {
  return (list as unknown[]).flatMap((item, index) => {
    const reason = itemReason(limits, item);
    return reason === undefined ? [] : [{ path: `[${index}]`, reason }];
  });
}

function itemReason(
  { minLength = 0, maxLength = Infinity, pattern }: TextLimits,
  item: unknown,
): string | undefined {
  if (!isString(item)) return wrongType(['string'], item);
  if (!hasCharacters(minLength, maxLength, item)) return wrongLength(minLength, maxLength, item);
  if (pattern !== undefined && !matches(item, new RegExp(pattern, 'u'))) return unmatched(pattern, item);
  return undefined;
}
