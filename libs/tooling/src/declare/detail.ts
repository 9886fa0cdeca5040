import type { Type } from '@nestjs/common';
import { OmitType } from '@nestjs/swagger';
import { declareField, fieldsOf } from '../schema/field-declaration';
import { AnswerField } from './answer-fields';
import { EnumField } from './fields';

const DETAILS = ['full', 'concise'] as const;

/** How much an answer says. */
export type Detail = (typeof DETAILS)[number];

/** The short form of the answer of a tool. */
export interface ConciseForm<A extends object> {
  readonly answer: Type<object>;
  /** Pure. */
  readonly of: (answer: A) => object;
}

/** The short form of an answer, with its class. */
export const conciseForm = <A extends object, C extends object>(
  answer: Type<C>,
  of: (answer: A) => C,
): ConciseForm<A> => ({ answer, of });

/**
 * The member of an input that asks for the short form of the answer.
 * @param leavesOut for the reader of a list of tools: members that are missing, and when to prefer it
 */
export function DetailField(leavesOut: string): PropertyDecorator {
  return EnumField(DETAILS, { description: `concise lacks ${leavesOut}`, default: 'full' });
}

/** The member that marks a short answer; a full one has none. */
export function ConciseMark(): PropertyDecorator {
  return AnswerField({
    type: 'string',
    enum: ['concise'],
    description: 'Only in the short form of the answer, which `detail` asks for',
    example: 'concise',
  });
}

/** An answer class with all members of `type` but some. */
export function leavingOut<T extends object, K extends keyof T & string>(
  type: Type<T>,
  ...members: readonly K[]
): Type<Omit<T, K>> {
  const rest = OmitType(type, members);
  const isLeft = new Set<string>(members);
  for (const field of fieldsOf(type))
    if (!isLeft.has(field.name)) declareField(rest.prototype as object, field);
  return rest;
}

/** An object without some of its members. */
export function without<T extends object, K extends keyof T & string>(
  value: T,
  ...members: readonly K[]
): Omit<T, K> {
  const isLeft = new Set<string>(members);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isLeft.has(name))) as Omit<T, K>;
}
