/** A schema of the document of the tools, as far as forms use it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly 'x-tool-kind': ToolKind;
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: Schema;
        readonly examples?: Readonly<Record<string, { readonly value: Readonly<Record<string, unknown>> }>>;
      };
    };
  };
}

/** /docs/tools.json */
export interface ToolsDocument {
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export type ToolKind = 'read' | 'compose' | 'relay';

/** A field of a form. `json` is anything that has no control of its own. */
export interface FormField {
  readonly name: string;
  readonly kind: 'text' | 'integer' | 'boolean' | 'choice' | 'json';
  readonly isRequired: boolean;
  readonly help: string;
  readonly choices: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

/** A tool as a form. */
export interface ToolForm {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly area: string;
  readonly fields: readonly FormField[];
  /** Values that work, as the texts of the fields. */
  readonly example: FormValues;
}

/** The texts of the fields by their names. */
export type FormValues = Readonly<Record<string, string>>;

/** The network is that of the page, and answers are whole, as a proposal has to be for its verification. */
const NOT_ASKED = new Set(['network', 'detail']);

/** The forms of all tools, in the order of the document. */
export function formsOf({ paths, components }: ToolsDocument): ToolForm[] {
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : { ...components.schemas[schema.$ref.replace(/^.*\//, '')], ...schema, $ref: undefined };
  return Object.values(paths).map(({ post }) => {
    const { schema, examples } = post.requestBody.content['application/json'];
    const { properties = {}, required = [] } = resolved(schema);
    const fields = Object.entries(properties)
      .filter(([name]) => !NOT_ASKED.has(name))
      .map(([name, property]) => fieldOf(name, resolved(property), required.includes(name)));
    const [first] = Object.values(examples ?? {});
    return {
      name: post.operationId,
      title: post.summary,
      description: post.description,
      kind: post['x-tool-kind'],
      area: post.tags[0] ?? '',
      fields: [
        ...fields.filter(({ isRequired }) => isRequired),
        ...fields.filter(({ isRequired }) => !isRequired),
      ],
      example: textsOf(first?.value ?? {}),
    };
  });
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): FormField {
  const { description: help = '', pattern, minimum, maximum, maxLength } = schema;
  const choices = schema.enum?.map(String) ?? [];
  return { name, kind: kindOf(schema), isRequired, help, choices, pattern, minimum, maximum, maxLength };
}

function kindOf({ type, enum: values, oneOf }: Schema): FormField['kind'] {
  if (values !== undefined) return 'choice';
  if (type === 'integer' || type === 'boolean') return type;
  return type === 'string' || oneOf?.[0]?.type === 'string' ? 'text' : 'json';
}

const textsOf = (value: Readonly<Record<string, unknown>>): FormValues =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'network')
      .map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)]),
  );

/**
 * The fields of a form that an address fills in, as a query has them; what is no field of the form is left out. So is
 * `request_id`: the author of the link would know it, and an intention is executed once at most under each id.
 */
export function filledBy({ fields }: Pick<ToolForm, 'fields'>, query: string): FormValues {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = given.get(name);
      return value === null || name === 'request_id' ? [] : [[name, value]];
    }),
  );
}

/** Problems of the texts of a form, by the name of the field. Rules that the schema does not state are those of the gateway. */
export function problemsOf(
  { fields }: Pick<ToolForm, 'fields'>,
  values: FormValues,
): Readonly<Record<string, string>> {
  const problems = fields.map((field) => [field.name, problemOf(field, values[field.name] ?? '')] as const);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined)) as Record<
    string,
    string
  >;
}

function problemOf(field: FormField, text: string): string | undefined {
  const { kind, isRequired, pattern, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, maxLength } = field;
  if (text === '') return isRequired ? 'is required' : undefined;
  if (kind === 'integer') {
    const isInside = /^\d{1,16}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
    return isInside ? undefined : `must be a whole number from ${String(minimum)} to ${String(maximum)}`;
  }
  if (kind === 'json') return isJson(text) ? undefined : 'must be JSON';
  if (maxLength !== undefined && text.length > maxLength)
    return `must have at most ${String(maxLength)} characters`;
  if (pattern !== undefined && !new RegExp(pattern).test(text)) return `does not have the form ${pattern}`;
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The input of a tool, of texts without problems. Amounts stay texts. Fields that are left empty are left out. */
export function inputOf(
  { fields }: Pick<ToolForm, 'fields'>,
  values: FormValues,
): Readonly<Record<string, unknown>> {
  const members = fields
    .filter(({ name }) => (values[name] ?? '') !== '')
    .map(({ name, kind }) => [name, valueOf(kind, values[name] ?? '')]);
  return Object.fromEntries(members) as Record<string, unknown>;
}

function valueOf(kind: FormField['kind'], text: string): unknown {
  if (kind === 'integer') return Number(text);
  if (kind === 'boolean') return text === 'true';
  return kind === 'json' ? (JSON.parse(text) as unknown) : text;
}
