import type { HttpReply, JsonRpcRequest, ProtocolFailure } from '../transport/json-rpc';
import type { ContextResult } from '../context/context-methods';
import type { ResultMembers } from '../tools/call-result';
import type { Caller } from '../tools/tool-caller';

/** A result of a method. `serverInfo`: the description of this server, where the whole one is asked for. */
export interface MethodResult extends ContextResult {
  readonly serverInfo?: object;
}

/** The rules of a family of revisions: its refusals, and the form of its replies. */
export interface Revision {
  /** Error code of an unknown resource. */
  readonly resourceNotFound: number;
  /** Members of every result of a tool call. */
  readonly callMembers: ResultMembers;
  /** The refusal of a request before its method is looked up, or undefined. */
  refusal(request: JsonRpcRequest, caller: Caller): HttpReply | undefined;
  unknownMethod(request: JsonRpcRequest): HttpReply;
  resultJson(result: MethodResult): string;
  resultReply(id: JsonRpcRequest['id'], resultJson: string): HttpReply;
  /** The failure to answer with. @throws the error when it is a defect that HTTP answers */
  failureOf(request: JsonRpcRequest, error: unknown): ProtocolFailure;
}
