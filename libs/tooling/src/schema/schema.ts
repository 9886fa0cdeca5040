/**
 * The part of JSON Schema (2020-12, as OpenAPI 3.1 uses it) that tools use.
 * `oneOf` appears only for "string or number" inputs, `nullable` only in answers;
 * MCP clients see neither (see `portableSchema` for inputs, `outputSchema` for answers).
 */
export interface Schema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  title?: string;
  description?: string;
  pattern?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: string | number | boolean;
  examples?: unknown[];
  nullable?: true;
  items?: Schema;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
}

/** The largest integer a JSON number carries exactly: 2^53 - 1. */
export const MAX_SAFE_INTEGER = Number.MAX_SAFE_INTEGER;
