import { createHash } from 'node:crypto';

export interface Step {
  readonly left?: string;
  readonly right?: string;
}

export interface PageProof {
  readonly trx_id: string;
  readonly block_id: string;
  readonly header: string;
  readonly transaction: { readonly status: string; readonly path: readonly Step[] } | null;
  readonly actions:
    | readonly {
        readonly head: string;
        readonly data: string;
        readonly return_value: string;
        readonly receipt: string;
        readonly path: readonly Step[];
      }[]
    | null;
  readonly reason?: string;
}

export const sha256 = (hex: string): string =>
  createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

/** The root of a path, written apart from the product: the first bit of a half says on which side it is. */
export function rootOf(leaf: string, steps: readonly Step[]): string {
  return steps.reduce((node, { left = node, right = node }) => {
    const halves = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')];
    halves[0]![0]! &= 0x7f;
    halves[1]![0]! |= 0x80;
    return sha256(Buffer.concat(halves).toString('hex'));
  }, leaf);
}

/** The id of the block of a header. */
export function idOfHeader(header: string): string {
  const previous = parseInt(header.slice(28, 36), 16);
  return (previous + 1).toString(16).padStart(8, '0') + sha256(header).slice(8);
}

/** The root over the actions in a header. */
export const actionRootIn = (header: string): string => header.slice(156, 220);

/** The global sequence of a packed receipt: behind the receiver and the digest of the action. */
export const sequenceOf = (receipt: string): bigint => Buffer.from(receipt, 'hex').readBigUInt64LE(40);
