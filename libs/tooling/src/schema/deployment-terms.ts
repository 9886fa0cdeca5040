/**
 * Terms that the declarations of tools leave to the deployment. A declaration is made when its file is loaded, before anything
 * of the deployment is known; `listTools`, `listContext`, `withTerms` and the check of inputs fill it in.
 */
export interface DeploymentTerms {
  /**
   * Texts by placeholder: `{{name}}` in a description or an example stands for the text. Null: the member of an answer
   * that is described by it does not exist in this deployment.
   */
  readonly texts: Readonly<Record<string, string | null>>;
  /** Values of the choice fields, by the name of the choice. */
  readonly choices: Readonly<Record<string, Choice>>;
}

/** Values that a deployment has of something that a call can name. */
export interface Choice {
  readonly values: readonly string[];
  /** Form of the texts that pass where it has none; the tool then refuses them all, with the reason. */
  readonly pattern: string;
}

/** Injection token of the terms. */
export const DEPLOYMENT_TERMS = Symbol('the terms of the deployment');

/** The values of a choice in the schema of a field or an answer, before the deployment is known. */
export const valuesOf = (choice: string): string[] => [`{{${choice}}}`];

const PLACEHOLDER = /\{\{([\w.]+)\}\}/g;

/**
 * A copy of `document` (a text, a schema, or a document of schemas) with the terms of the deployment in it. A choice
 * without a value has its pattern in place of `enum`.
 * @throws Error for a placeholder without a text
 */
export function withTerms<T>(document: T, terms: DeploymentTerms | undefined): T {
  return terms === undefined ? document : (filled(document, terms) as T);
}

function filled(value: unknown, terms: DeploymentTerms): unknown {
  if (typeof value === 'string') return filledText(value, terms);
  if (Array.isArray(value)) return value.map((item) => filled(item, terms));
  if (typeof value !== 'object' || value === null) return value;
  const gone = absentMembers(value, terms);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
      const name = filledText(key, terms);
      const choice = key === 'enum' ? choiceOf(member, terms) : undefined;
      if (choice !== undefined) return [rulesOf(choice)];
      return [[name, filled(gone.size === 0 ? member : without(member, gone), terms)]];
    }),
  );
}

function filledText(text: string, { texts }: DeploymentTerms): string {
  if (!text.includes('{{')) return text;
  return text.replace(PLACEHOLDER, (_placeholder, name: string) => {
    const found = texts[name];
    if (typeof found !== 'string') throw new Error(`the deployment has no text for {{${name}}}`);
    return found;
  });
}

function choiceOf(values: unknown, { choices }: DeploymentTerms): Choice | undefined {
  const [only, ...others] = Array.isArray(values) ? (values as unknown[]) : [];
  const [, name] =
    typeof only === 'string' && others.length === 0 ? (/^\{\{(\w+)\}\}$/.exec(only) ?? []) : [];
  return name === undefined ? undefined : choices[name];
}

const rulesOf = ({ values, pattern }: Choice): [string, unknown] =>
  values.length === 0 ? ['pattern', pattern] : ['enum', [...values]];

/** Members of an object schema that the deployment does not have. */
function absentMembers(
  { properties }: { properties?: unknown },
  { texts }: DeploymentTerms,
): ReadonlySet<string> {
  if (typeof properties !== 'object' || properties === null) return NONE;
  const absent = Object.entries(properties).filter(([, member]) => {
    const [, name] =
      PLACEHOLDER_ALONE.exec((member as { description?: string } | null)?.description ?? '') ?? [];
    return name !== undefined && texts[name] === null;
  });
  return absent.length === 0 ? NONE : new Set(absent.map(([name]) => name));
}

const NONE: ReadonlySet<string> = new Set();
const PLACEHOLDER_ALONE = /^\{\{([\w.]+)\}\}$/;

/** `properties` or `required` of a schema without the members that are gone. */
function without(members: unknown, gone: ReadonlySet<string>): unknown {
  if (Array.isArray(members)) return members.filter((name) => !gone.has(name as string));
  if (typeof members !== 'object' || members === null) return members;
  return Object.fromEntries(Object.entries(members).filter(([name]) => !gone.has(name)));
}
