import { NetworkInput, TextField } from '@app/tooling';

/** Longest packed transaction that is explained, in hex digits: 8 KiB of bytes. */
const MAX_HEX = 16_384;

/** Arguments of the prompt explain_proposal. */
export class ExplainProposalInput extends NetworkInput {
  @TextField({
    maxLength: MAX_HEX,
    pattern: '^(?:[0-9a-f]{2})+$',
    patternReason: 'must be lower-case hex, two digits a byte',
    description: 'packed_trx of the proposal, at most 8 KiB',
  })
  packed_trx!: string;
}
