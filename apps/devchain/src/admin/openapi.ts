import { z } from 'zod';
import type { AdminContext } from './admin-context';
import type { AdminRoute } from './admin-route';

const JSON_TYPE = 'application/json';

/** The OpenAPI document of the admin API. */
export function openapiDocument(routes: readonly AdminRoute[], context: AdminContext): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const entry of routes) {
    const example = entry.exampleOf?.(context) ?? entry.example;
    (paths[entry.path] ??= {})[entry.method.toLowerCase()] = operation({ ...entry, example });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `Admin API of the development chain ${context.name}`,
      version: '1',
      description:
        'Operations on a development chain. No real funds are involved, and none of these routes exists on a real node.',
    },
    tags: [...new Set(routes.map(({ tag }) => tag))].map((tag) => ({ name: tag })),
    paths,
  };
}

function operation({ method, path, tag, title, description, body, example, answers }: AdminRoute): object {
  return {
    operationId: `${method.toLowerCase()}_${path.slice(path.lastIndexOf('/') + 1).replaceAll('-', '_')}`,
    tags: [tag],
    summary: title,
    description,
    ...(method === 'POST'
      ? {
          requestBody: {
            required: false,
            content: { [JSON_TYPE]: { schema: z.toJSONSchema(body, { io: 'input' }), example } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        content: {
          [JSON_TYPE]: { schema: { type: Array.isArray(answers) ? 'array' : 'object' }, example: answers },
        },
      },
      400: errorAnswer(
        'Wrong input, or not possible as things are.',
        'account: account nosuch does not exist',
      ),
      403: errorAnswer('Not from this machine.', 'the admin API answers this machine only'),
    },
  };
}

function errorAnswer(description: string, error: string): object {
  const schema = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };
  return { description, content: { [JSON_TYPE]: { schema, example: { error } } } };
}
