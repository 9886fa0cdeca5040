/** Opcodes of RFC 6455, section 5.2. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
export type Opcode = number;

export const DATA_OPCODES: ReadonlySet<Opcode> = new Set([OPCODE.continuation, OPCODE.text, OPCODE.binary]);

/** Most bytes of a control frame. */
export const CONTROL_BYTES = 125;

/** Codes of a close, RFC 6455, section 7.4.1. */
export const CLOSE_CODE = { normal: 1000, goingAway: 1001, none: 1005, lost: 1006 } as const;

/** The server does not keep to the protocol of websockets. */
export class WebSocketError extends Error {
  override readonly name = 'WebSocketError';
}
