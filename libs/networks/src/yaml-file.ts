import { readFileSync } from 'node:fs';
import { type Document, parseDocument, type YAMLError } from 'yaml';
import { z } from 'zod';
import { ConfigurationError } from './configuration-error';

const ALIAS_PROBLEM =
  'has an alias (*name) without an anchor (&name) before it, or aliases that expand too far';

/**
 * Reads a YAML file and validates it, naming every problem by file, path and reason.
 * @throws ConfigurationError
 */
export function readYamlFile<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigurationError(file, [
      `cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    ]);
  }
  return parseYaml(file, text, schema);
}

/** As `readYamlFile`, for a text already at hand; `file` only names it in problems. */
export function parseYaml<S extends z.ZodType>(file: string, text: string, schema: S): z.output<S> {
  // A file is read once: compiling the schema takes longer than the check.
  const parsed = schema.safeParse(compactJson(text) ?? yamlIn(file, text), { jitless: true });
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(file, parsed.error.issues.flatMap(problemsOf));
}

/**
 * JSON is YAML, and takes 1 ms instead of 35 in a process that starts. Undefined for any other text than JSON.stringify
 * makes: what is no JSON, or has a member twice, is for the parser of YAML.
 */
function compactJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function yamlIn(file: string, text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  if (document.errors.length > 0) {
    throw new ConfigurationError(file, document.errors.map(syntaxProblem));
  }
  return resolved(file, document);
}

/** Messages of the parser quote the file, which may have secrets: its codes do not. */
function syntaxProblem({ code, linePos }: YAMLError): string {
  const [at] = linePos ?? [];
  const place = at === undefined ? '' : ` at line ${at.line}, column ${at.col}`;
  return `is not valid YAML (${code})${place}`;
}

/** Resolves aliases; a bound keeps a hostile file from expanding without end. */
function resolved(file: string, document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    throw new ConfigurationError(file, [ALIAS_PROBLEM]);
  }
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${pathText([...issue.path, key])}: ${issue.message}`);
  }
  return [`${pathText(issue.path)}: ${reasonOf(issue)}`];
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return missing ? 'is missing' : issue.message;
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? '(the whole file)' : path.map(nameText).join('.');

/** A URL in the place of a name may have a secret. */
const nameText = (name: PropertyKey): string => (/[/?]/.test(String(name)) ? '(a URL)' : String(name));
