import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import type { DeploymentTerms } from '../schema/deployment-terms';
import { readInput } from '../validate/read-input';

/** Largest body of a tool whose kind states no other; reading a large one costs more than most tools do. */
export const MAX_SMALL_BODY_BYTES = 16_384;

const INPUT_INDEX = 'tooling:input-index';
const DERIVED_TYPE = 'tooling:derived-type';
const MAX_BODY_BYTES = 'tooling:max-body-bytes';

/** A request as the parameters of a tool read it. */
export interface InputRequest {
  readonly body: unknown;
  /** Terms of the deployment; set by a guard of the application. */
  terms?: DeploymentTerms | undefined;
  /** The input, which all parameters are made of. */
  toolInput?: object | Promise<object> | undefined;
}

/**
 * The input of a call, read and validated once; REST and MCP alike. A body that has not been read yet is a function
 * that reads it: called here, after the guards, so that a client over its limit is refused from the head of its
 * request alone.
 */
function inputOf(context: ExecutionContext, { type, maxBytes }: InputOfMethod): object | Promise<object> {
  const request = context.switchToHttp().getRequest<InputRequest>();
  const { body, terms } = request;
  return (request.toolInput ??=
    typeof body === 'function'
      ? (body as (maxBytes: number) => Promise<unknown>)(maxBytes).then((raw) => read(type, raw, terms))
      : read(type, body, terms));
}

/** A body that is an Error could not be read: it is thrown here, after the guards have counted the call. */
function read(type: Type<object>, body: unknown, terms: DeploymentTerms | undefined): object {
  if (body instanceof Error) throw body;
  return readInput(type, body, terms);
}

const InputParameter = createParamDecorator((of: () => InputOfMethod, context) => inputOf(context, of()));
const DerivedParameter = createParamDecorator(async ({ of, make }: Derived, context) => {
  const input = await inputOf(context, of());
  return make(input, context.switchToHttp().getRequest<InputRequest>());
});

interface InputOfMethod {
  readonly type: Type<object>;
  readonly maxBytes: number;
}

interface Derived {
  readonly of: () => InputOfMethod;
  readonly make: (input: object, request: InputRequest) => unknown;
}

/** The validated, normalised input of a tool; its class is the type of the parameter. */
export function ToolInput(): ParameterDecorator {
  return (target, method, index) => {
    if (method === undefined) throw new Error('@ToolInput belongs on a method parameter');
    Reflect.defineMetadata(INPUT_INDEX, index, target, method);
    InputParameter(inputOfMethod(target, method))(target, method, index);
  };
}

/**
 * A parameter that is made of the input of the same method. A tool that needs nothing else of its input takes no
 * `@ToolInput()` beside it.
 * @param type the input class of such a tool
 * @param make makes the parameter of the input and the request
 */
export function derivedParameter(type: Type<object>, make: Derived['make']): ParameterDecorator {
  return (target, method, index) => {
    if (method === undefined) throw new Error('the decorator belongs on a method parameter');
    Reflect.defineMetadata(DERIVED_TYPE, type, target, method);
    DerivedParameter({ of: inputOfMethod(target, method), make })(target, method, index);
  };
}

/** The metadata of a method is complete when it is called first, and costs 5 us to read. */
function inputOfMethod(target: object, method: string | symbol): () => InputOfMethod {
  let known: InputOfMethod | undefined;
  return () =>
    (known ??= {
      type: inputTypeOf(target, method),
      maxBytes: (Reflect.getMetadata(MAX_BODY_BYTES, target, method) ?? MAX_SMALL_BODY_BYTES) as number,
    });
}

/** Lets a method take bodies of another size than most do. */
export function limitBody(target: object, method: string | symbol, maxBytes: number): void {
  Reflect.defineMetadata(MAX_BODY_BYTES, maxBytes, target, method);
}

/** Which of both parameters a method takes. */
export function parametersOf(target: object, method: string | symbol) {
  const has = (key: string): boolean => Reflect.hasMetadata(key, target, method);
  return { hasInput: has(INPUT_INDEX), hasDerived: has(DERIVED_TYPE) };
}

/** The input class of a tool's method: the declared type of its `@ToolInput` parameter, or that of its derived one. */
export function inputTypeOf(target: object, method: string | symbol): Type<object> {
  const { hasInput, hasDerived } = parametersOf(target, method);
  if (hasDerived && !hasInput) return Reflect.getMetadata(DERIVED_TYPE, target, method) as Type<object>;
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
