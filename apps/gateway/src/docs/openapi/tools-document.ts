import { TOOLS_PREFIX } from '@app/tooling';
import type { OpenAPIObject } from '@nestjs/swagger';

const REFERENCE = /"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g;

/** The tools alone, with the components and tags that they use: a small client is generated from it. */
export function toolsDocument(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => path.startsWith(TOOLS_PREFIX)),
  );
  const used = new Set(Object.values(paths).flatMap(({ post }) => post?.tags ?? []));
  return {
    ...document,
    paths,
    tags: document.tags?.filter(({ name }) => used.has(name)),
    components: referredTo(paths, document.components as Components),
  };
}

type Components = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** The components that `part` refers to, and those that these refer to. */
function referredTo(part: object, components: Components): Record<string, Record<string, object>> {
  const found: Record<string, Record<string, object>> = {};
  const waiting = [part];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, kind = '', name = ''] of JSON.stringify(next).matchAll(REFERENCE)) {
      const component = components[kind]?.[name];
      const ofKind = (found[kind] ??= {});
      if (component === undefined || name in ofKind) continue;
      ofKind[name] = component;
      waiting.push(component);
    }
  }
  return found;
}
