import { CurrentHit, type DeferredHit } from '@app/rate-limit';
import { UseInterceptors } from '@nestjs/common';
import { RelayTool, ToolNetwork } from '@app/chain-tools';
import { ToolController, ToolInput } from '@app/tooling';
import {
  EXAMPLE_SIGNED_TRANSACTION,
  PushTransactionAnswer,
  PushTransactionInput,
} from './dto/push-transaction.dto';
import { RelayService } from './relay.service';
import { PushConsistency } from './push-consistency';
import { Network } from '../network/network';

@ToolController('Relay')
export class RelayController {
  constructor(private readonly relay: RelayService) {}

  @UseInterceptors(new PushConsistency())
  @RelayTool('push_transaction', {
    title: 'Relay a signed transaction',
    description:
      'Sends a transaction the caller signed. Only agent-whitelisted actions that expire within 10 minutes are ' +
      'relayed. Safe to repeat with the same bytes: a transaction is executed once. Status `executed` means seen in ' +
      'a block. `pending` and `unknown` are no failures: push the same bytes again. A refusal carries the message of the contract. To sign: the digest ' +
      'sha256(chain_id || packed_trx || 32 zero bytes) itself, not hashed again; the id is sha256(packed_trx). A ' +
      'signature is SIG_K1_..., or 65 bytes in hex, recovery id first; where r or s is not canonical (see ' +
      '`signatures`), sign again with extra entropy. Requests refused before sending count apart, not among ' +
      'the pushes. The affected set is not checked here: its owners may need to move funds to safety.',
    answer: PushTransactionAnswer,
    examples: [{ signed_tx: EXAMPLE_SIGNED_TRANSACTION }],
  })
  pushTransaction(
    @ToolInput() input: PushTransactionInput,
    @ToolNetwork() network: Network,
    @CurrentHit() hit: DeferredHit,
  ): Promise<PushTransactionAnswer> {
    return this.relay.push(network, input, hit);
  }
}
