import { NODE_ROUTES, type NodeRoute } from '@app/node-api';
import { applyDecorators, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';

const OK = 200;

/**
 * Serves a row of the node API by GET: its path, its summary in the API document.
 * @param summary where this node means something else by the route
 * @throws Error, when the class is loaded, for a path or a method that libs/node-api does not have
 */
export function ByGet(path: string, summary?: string): MethodDecorator {
  return applyDecorators(Get(path), described(rowOf('GET', path), summary));
}

/** The same by POST, answered with 200. */
export function ByPost(path: string, summary?: string): MethodDecorator {
  return applyDecorators(Post(path), HttpCode(OK), described(rowOf('POST', path), summary));
}

const described = (route: NodeRoute, summary = route.summary): MethodDecorator => ApiOperation({ summary });

function rowOf(method: 'GET' | 'POST', path: string): NodeRoute {
  const route = NODE_ROUTES.find((row) => row.path === path);
  if (route?.methods.includes(method) !== true)
    throw new Error(`${method} ${path} is no route of libs/node-api`);
  return route;
}
