import { NetworkInput } from '@app/chain-tools';
import { TextField } from '@app/tooling';

/** Longest packed transaction that is explained, in hex digits: it fits into the body of a tool. */
const MAX_HEX = 16_000;

/** Arguments of the prompt explain_proposal. */
export class ExplainProposalInput extends NetworkInput {
  @TextField({
    maxLength: MAX_HEX,
    pattern: '^(?:[0-9a-f]{2})+$',
    patternReason: 'must be lower-case hex, two digits a byte',
    description: 'packed_trx of the proposal, at most 8000 bytes',
  })
  packed_trx!: string;
}
