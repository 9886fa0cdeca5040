import { profileEntry } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import type { ProposalRequest } from '../composing/proposals';
import { receiverWarnings } from '../composing/receivers';
import type { Warning } from '../composing/warnings';
import { runAllChecks } from '../composing/run-all-checks';
import type { TransferInput } from './dto/transfer.dto';
import { transferCall } from './transfer';
import type { Network } from '../network/network';

@Injectable()
export class TransferService {
  transfer(network: Network, input: TransferInput): ProposalRequest {
    const { from, to, permission } = input;
    const { profile, chain } = network;
    network.assertEntries(profileEntry.token(input.symbol));
    let warnings: readonly Warning[] = [];
    return {
      network,
      actor: from,
      permission,
      actions: () =>
        runAllChecks(
          () => transferCall(input, profile),
          () => requireAccount(chain, to),
          () => receiverWarnings(profile, chain, to),
        ).then(([call, , found]) => {
          warnings = found;
          return [call];
        }),
      assess: () => ({ warnings }),
    };
  }
}
