import { ValidateBy, type ValidationOptions } from 'class-validator';
import { privateKeyProblems } from './private-key-problems';

/** Names under which class-validator reports the constraints below. */
export const CHARACTER_COUNT = 'characterCount';
export const WELL_FORMED = 'wellFormed';
export const NO_PRIVATE_KEY = 'noPrivateKey';
export const TEXT_OR_SAFE_INTEGER = 'textOrSafeInteger';

/** A rule of this service as a decorator of class-validator. */
export function constraint(
  name: string,
  validate: (value: unknown) => boolean,
  options?: ValidationOptions,
): PropertyDecorator {
  return ValidateBy({ name, validator: { validate } }, options);
}

/**
 * Limits the characters of a text, as JSON Schema counts them: by code point. `Length` of class-validator
 * leaves out variation selectors, and would accept texts that the published schema refuses. Other values pass.
 */
export function CharacterCount(
  minimum: number,
  maximum: number,
  options?: ValidationOptions,
): PropertyDecorator {
  return constraint(
    CHARACTER_COUNT,
    (value) => typeof value !== 'string' || hasCharacters(minimum, maximum, value),
    options,
  );
}

/** Counts code points exactly only where UTF-16 units leave a doubt: a character has one or two. */
export function hasCharacters(minimum: number, maximum: number, text: string): boolean {
  const units = text.length;
  if (units > 2 * maximum || units < minimum) return false;
  if (units >= 2 * minimum && units <= maximum) return true;
  const characters = Array.from(text).length;
  return characters >= minimum && characters <= maximum;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Text without lone surrogates: they have no bytes to put on a chain. Other values pass. */
export function IsWellFormed(): PropertyDecorator {
  return constraint(WELL_FORMED, (value) => typeof value !== 'string' || !LONE_SURROGATE.test(value));
}

/** Neither the text nor a text of the list holds a private key. */
export function HoldsNoPrivateKey(): PropertyDecorator {
  return constraint(NO_PRIVATE_KEY, (value) => privateKeyProblems(value).length === 0);
}

/** A text, or an integer from 0 that a JSON number carries exactly. */
export function IsTextOrSafeInteger(): PropertyDecorator {
  return constraint(
    TEXT_OR_SAFE_INTEGER,
    (value) => typeof value === 'string' || (Number.isSafeInteger(value) && Number(value) >= 0),
  );
}
