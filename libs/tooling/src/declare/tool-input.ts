import { bucketOf } from '@app/rate-limit';
import { createParamDecorator, PipeTransform, Type } from '@nestjs/common';
import type { ArgumentMetadata } from '@nestjs/common';
import { readInput } from '../validate/read-input';

/** Largest body of a tool that carries no transaction; reading a large one costs more than most tools do. */
export const MAX_SMALL_BODY_BYTES = 16_384;

const INPUT_INDEX = 'tooling:input-index';

/**
 * Reads the body as the class the parameter is declared with; the same pipe serves REST and MCP.
 * A body that is an Error could not be read: it is thrown here, after the guards have counted the call.
 */
export class InputPipe implements PipeTransform {
  transform(body: unknown, { metatype }: ArgumentMetadata): object {
    if (body instanceof Error) throw body;
    return readInput(metatype as Type<object>, body);
  }
}

/**
 * The body of the request. One that has not been read yet is a function that reads it: called here, after
 * the guards, so that a client over its limit is refused from the head of its request alone.
 */
const RequestBody = createParamDecorator((_data, context) => {
  const { body } = context.switchToHttp().getRequest<{ body: unknown }>();
  if (typeof body !== 'function') return body;
  const isOfRelay = bucketOf(context.getHandler(), context.getClass()) === 'relay';
  return (body as (maxBytes: number) => Promise<unknown>)(isOfRelay ? Infinity : MAX_SMALL_BODY_BYTES);
});

/** The validated, normalised input of a tool; its class is the type of the parameter. */
export function ToolInput(): ParameterDecorator {
  return (target, method, index) => {
    if (method === undefined) throw new Error('@ToolInput belongs on a method parameter');
    Reflect.defineMetadata(INPUT_INDEX, index, target, method);
    // an instance: a pipe class would be looked up in the controller's module, which the external
    // context of a call over MCP does not find, and the call would go unvalidated
    RequestBody(new InputPipe())(target, method, index);
  };
}

/** The input class of a tool's method: the declared type of its `@ToolInput` parameter. */
export function inputTypeOf(target: object, method: string | symbol): Type<object> {
  const index = Reflect.getMetadata(INPUT_INDEX, target, method) as number | undefined;
  const types = (Reflect.getMetadata('design:paramtypes', target, method) ?? []) as unknown[];
  const type = index === undefined ? undefined : types[index];
  if (typeof type !== 'function' || type === Object) {
    const where = `${target.constructor.name}.${String(method)}`;
    throw new Error(
      `${where} needs one @ToolInput() parameter typed with its input class (not imported as a type)`,
    );
  }
  return type as Type<object>;
}
