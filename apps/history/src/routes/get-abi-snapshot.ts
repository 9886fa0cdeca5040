import { parseAbi, ValueError } from '@app/antelope';
import { AbiSnapshotQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { nameOf } from '../parameters/filters';
import { bound32 } from '../parameters/uint';
import type { HistoryReader } from '../store/port';
import type { AbiRecord } from '../store/records';

@ApiTags('history')
@Controller()
export class AbisController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/history/get_abi_snapshot')
  getAbiSnapshot(@Query() { contract = '', block, fetch = false }: AbiSnapshotQuery): Promise<object> {
    const name = nameOf('contract', contract);
    return this.envelopes.ofState(async ({ head }) => {
      const record = await this.reader.abi({
        contract: name,
        ...(block === undefined ? {} : { atBlock: bound32(block) }),
      });
      if (record === undefined || record.abi.length === 0)
        return {
          block_num: null,
          present: false,
          error: `abi not found for ${contract} until block ${block ?? head?.num ?? 0}`,
        };
      return { block_num: record.blockNum, present: true, ...(fetch ? abiMember(record) : {}) };
    });
  }
}

/** The ABI as JSON; a reason where its bytes are broken. */
function abiMember({ abi }: AbiRecord): object {
  try {
    return { abi: parseAbi(abi) };
  } catch (error) {
    if (error instanceof ValueError) return { error: error.message };
    throw error;
  }
}
