import { IS_STRING, IsString, MATCHES, Matches, type ValidationOptions } from 'class-validator';
import { quoted } from '../errors/wording';
import type { Reason } from '../schema/field-declaration';
import type { Schema } from '../schema/schema';
import {
  CHARACTER_COUNT,
  CharacterCount,
  HoldsNoPrivateKey,
  IsWellFormed,
  NO_PRIVATE_KEY,
  WELL_FORMED,
} from '../validate/constraints';
import { privateKeyProblems } from '../validate/private-key-problems';
import { unmatched, wrongLength, wrongType } from '../validate/reasons';
import { defined, type Rule } from './input-field';

/** How long a text may be (in characters) and what it must look like. */
export interface TextLimits {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** JSON schema of a text with these limits. */
export function textSchema({ minLength, maxLength, pattern }: TextLimits): Schema {
  return defined({ type: 'string', minLength, maxLength, pattern });
}

export const noPrivateKey: Rule = [NO_PRIVATE_KEY, HoldsNoPrivateKey(), privateKeyProblems];

export const wellFormed: Rule = [WELL_FORMED, IsWellFormed(), () => 'is not well-formed Unicode text'];

/** The rules of a text, or of each text of a list. */
export function textRules(limits: TextLimits, options?: ValidationOptions): Rule[] {
  return [
    [IS_STRING, IsString(options), (value) => wrongType(['string'], value)],
    ...lengthRules(limits, options),
    ...(limits.pattern === undefined ? [] : [patternRule(limits.pattern, undefined, options)]),
  ];
}

/** The rule of the length of a text, where a limit is set. Other values pass. */
export function lengthRules(
  { minLength = 0, maxLength = Infinity }: TextLimits,
  options?: ValidationOptions,
): Rule[] {
  if (minLength === 0 && maxLength === Infinity) return [];
  return [
    [
      CHARACTER_COUNT,
      CharacterCount(minLength, maxLength, options),
      (value) => wrongLength(minLength, maxLength, String(value)),
    ],
  ];
}

/** @param inWords replaces the pattern in the reason: `must be lower-case hex` */
export function patternRule(pattern: string, inWords?: string, options?: ValidationOptions): Rule {
  const reason: Reason = (value) =>
    typeof value !== 'string'
      ? wrongType(['string'], value)
      : inWords === undefined
        ? unmatched(pattern, value)
        : `${inWords}, got ${quoted(value)}`;
  return [MATCHES, Matches(new RegExp(pattern, 'u'), options), reason];
}
