import { derivedParameter, type InputRequest } from '@app/tooling';
import type { Type } from '@nestjs/common';
import { NetworkInput } from './network-input';

/** A request as the parameters of a tool read it. */
export interface ToolRequest extends InputRequest {
  /** Resolves the name of a network; set by a guard of the application. @throws for a network that is not there */
  networkOf?: ((name: string) => object) | undefined;
}

/**
 * The network that the input of the same method names, as the object that `networkOf` of the request makes of it. A tool
 * whose only field is the network takes no `@ToolInput()` beside it.
 * @param type the input class of such a tool
 */
export function ToolNetwork(type: Type<NetworkInput> = NetworkInput): ParameterDecorator {
  return derivedParameter(type, (input, request: ToolRequest) => {
    const { network = '' } = input as Partial<NetworkInput>;
    if (request.networkOf === undefined) throw new Error('no guard has given the request its networks');
    return request.networkOf(network);
  });
}
