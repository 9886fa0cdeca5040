import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import type { DeploymentTerms } from './deployment-terms';
import type { Schema } from './schema';

/** One thing that is wrong with a value: `path` leads from the field to it (`[0]`, or nothing). */
export interface Problem {
  path: string;
  reason: string;
}

/** Explains a value that a rule refused: one reason, or the problems of the parts of a list. */
export type Reason = (value: unknown, terms?: DeploymentTerms) => string | readonly Problem[];

/** All that is known of one member of an input or an answer; every surface derives from it. */
export interface FieldDeclaration {
  name: string;
  required: boolean;
  /** The schema for OpenAPI and MCP; members of an object, or of the objects of a list, come from `nested`. */
  schema: Schema;
  /** The class of an object member (of each item when the schema is an array). */
  nested?: () => Type<object>;
  /** Reasons of an input's rules by the constraint name that class-validator reports. */
  reasons?: ReadonlyMap<string, Reason>;
}

const FIELDS = 'tooling:fields';

/** Records a member of the class that owns `prototype`. */
export function declareField(prototype: object, field: FieldDeclaration): void {
  const own = (Reflect.getOwnMetadata(FIELDS, prototype) ?? []) as FieldDeclaration[];
  Reflect.defineMetadata(FIELDS, [...own, field], prototype);
}

/** The members of `type`: its own in order of declaration, then those of its ancestors that it does not declare anew. */
export function fieldsOf(type: Type<object>): FieldDeclaration[] {
  const fields: FieldDeclaration[] = [];
  for (
    let prototype = type.prototype as object | null;
    prototype !== null;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    const own = (Reflect.getOwnMetadata(FIELDS, prototype) ?? []) as FieldDeclaration[];
    fields.push(...own.filter(({ name }) => !fields.some((field) => field.name === name)));
  }
  return fields;
}
