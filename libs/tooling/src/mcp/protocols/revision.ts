import type { HttpReply, JsonRpcRequest, ProtocolFailure } from '../transport/json-rpc';
import type { ToolError } from '../../errors/tool-error';
import type { Caller, MethodResult, ServerIdentity } from '../mcp-application';
import type { ResultMembers } from '../tools/call-result';

/** The rules of a family of revisions: its refusals, and the form of its replies. */
export interface Revision {
  /** Error code of an unknown resource. */
  readonly resourceNotFound: number;
  /** Members of every result of a tool call. */
  callMembers(identity: ServerIdentity): ResultMembers;
  /** The refusal of a request before its method is looked up, or undefined. */
  refusal(request: JsonRpcRequest, caller: Caller): HttpReply | undefined;
  unknownMethod(request: JsonRpcRequest): HttpReply;
  resultJson(result: MethodResult, identity: ServerIdentity): string;
  resultReply(id: JsonRpcRequest['id'], resultJson: string): HttpReply;
  /** The failure to answer with. @throws the error when it is a defect that HTTP answers */
  failureOf(request: JsonRpcRequest, error: unknown, errorOf: (error: unknown) => ToolError): ProtocolFailure;
}
