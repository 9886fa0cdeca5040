import { spawnSync } from 'node:child_process';
import path from 'node:path';
import ts from 'typescript';
import type { KubernetesObject } from './render';

const ROOT = path.resolve(__dirname, '..', '..');
/** The package whose types describe the kinds of an API group. */
const PACKAGES: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** The module of a kind: `kubernetes-models/apps/v1/Deployment`. */
export function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0]! : '';
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/** One literal of the kind's type for each object: the compiler refuses unknown fields in literals. */
const sourceOf = (objects: readonly KubernetesObject[]): string =>
  objects
    .map((object, index) => {
      const type = `import('${moduleOf(object)}').I${object.kind}`;
      return `export const object${index}: ${type} = ${JSON.stringify(object)};`;
    })
    .join('\n');

/** Declarations, parsed once. */
const sourceFiles = new Map<string, ts.SourceFile | undefined>();

/** Unknown fields, missing fields and values of wrong types, as the compiler words them. */
export function typeProblems(objects: readonly KubernetesObject[]): string[] {
  const file = path.join(ROOT, 'test', 'chart', 'rendered-objects.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    if (name === file) return ts.createSourceFile(name, sourceOf(objects), languageVersion);
    const source = sourceFiles.get(name) ?? getSourceFile(name, languageVersion, ...rest);
    sourceFiles.set(name, source);
    return source;
  };
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

export interface SchemaProblem {
  readonly object: KubernetesObject;
  readonly message: string;
}

/** Objects that the schemas refuse, with the reason. They let unknown fields pass. */
export function schemaProblems(objects: readonly KubernetesObject[]): SchemaProblem[] {
  const input = JSON.stringify(objects.map((object) => ({ module: moduleOf(object), object })));
  const script = path.join(__dirname, 'validate-objects.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const problems = JSON.parse(stdout) as readonly { readonly index: number; readonly message: string }[];
  return problems.map(({ index, message }) => ({ object: objects[index]!, message }));
}
