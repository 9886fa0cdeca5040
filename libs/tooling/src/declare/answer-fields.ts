import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';
import { declareField, FieldDeclaration, fieldsOf } from '../schema/field-declaration';
import type { Schema } from '../schema/schema';

type Scalar = 'string' | 'integer' | 'number' | 'boolean';

/** Type and description of a member of an answer. */
export interface AnswerOptions {
  /**
   * A scalar, another answer class, `id` (integer while safe, else decimal string), `object` (any members) or `json`
   * (anything). The outputSchema has no type of the last two: clients refuse objects without members.
   */
  type: Scalar | 'id' | 'object' | 'json' | (() => Type<object>);
  description?: string;
  list?: boolean;
  nullable?: boolean;
  /** The member may be missing. */
  optional?: boolean;
  enum?: readonly string[];
  /** More values may be added: MCP clients, which refuse an answer that differs from its outputSchema, get the type alone. */
  isOpen?: true;
  example?: unknown;
}

/** A member of an answer, for OpenAPI and for the outputSchema MCP clients check answers against. */
export function AnswerField(options: AnswerOptions): PropertyDecorator {
  return (prototype, property) => {
    declareField(prototype, answerDeclaration(String(property), options));
    ApiProperty(openApiOptions(options))(prototype, property);
  };
}

function scalarSchema({ type, enum: values }: AnswerOptions): Schema {
  switch (type) {
    case 'id':
      return { oneOf: [{ type: 'integer' }, { type: 'string' }] };
    case 'object':
    case 'json':
      return {};
    case 'string':
      return values === undefined ? { type } : { type, enum: [...values] };
    case 'integer':
    case 'number':
    case 'boolean':
      return { type };
    default:
      return { type: 'object' };
  }
}

function answerDeclaration(name: string, options: AnswerOptions): FieldDeclaration {
  const { enum: values, ...scalar } = scalarSchema(options);
  const declared = values === undefined || options.isOpen ? scalar : { ...scalar, enum: values };
  return {
    name,
    required: options.optional !== true,
    schema: {
      ...(options.list === true ? { type: 'array', items: declared } : declared),
      ...(options.description === undefined ? {} : { description: options.description }),
      ...(options.nullable === true ? { nullable: true } : {}),
    },
    ...(typeof options.type === 'function' ? { nested: options.type } : {}),
  };
}

function openApiOptions(options: AnswerOptions): ApiPropertyOptions {
  const { type, description, example, list = false, nullable = false } = options;
  const shared = {
    required: options.optional !== true,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    ...(nullable ? { nullable } : {}),
  };
  if (typeof type === 'function') return { ...shared, type, isArray: list };
  // OpenAPI gives a member without a type that of its declaration, which is `object` for `unknown`.
  const scalar = type === 'json' && !list ? { oneOf: [{}] } : scalarSchema(options);
  return (
    list ? { ...shared, type: 'array', items: scalar } : { ...shared, ...scalar }
  ) as ApiPropertyOptions;
}

/** The schema of an answer class, everything inlined; open to further members. */
export function answerSchemaOf(type: Type<object>): Schema {
  const fields = fieldsOf(type);
  if (fields.length === 0) throw new Error(`${type.name} declares no answer fields`);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, memberSchema(field)])),
    required: fields.filter((field) => field.required).map(({ name }) => name),
  };
}

function memberSchema({ schema, nested }: FieldDeclaration): Schema {
  if (nested === undefined) return schema;
  const inner = answerSchemaOf(nested());
  return schema.type === 'array' ? { ...schema, items: inner } : { ...inner, ...schema };
}
