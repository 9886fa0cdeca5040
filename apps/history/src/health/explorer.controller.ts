import { bytesToHex } from '@app/antelope';
import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { SOURCE, type Source } from './source';

const NO_FILTERS = { actions: [], deltas: [] };

/** Facts of the chain and of this server that an explorer reads before it asks for anything. */
@ApiTags('health')
@Controller()
export class ExplorerController {
  constructor(
    @Inject(SOURCE) private readonly source: Source,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/explorer_metadata')
  getExplorerMetadata(): Promise<object> {
    return this.envelopes.around(async ({ chainId }) => ({
      ...{ provider: '', provider_url: '', chain_name: this.source.chain },
      ...{ chain_id: bytesToHex(chainId), custom_core_token: '' },
      // "historgram" is the name that Hyperion gives the member.
      ...{ theme: {}, oracle: {}, oracle_price_historgram: false },
    }));
  }

  /** Every action and every row is indexed. */
  @ByGet('/v2/get_filters')
  getFilters(): Promise<object> {
    return this.envelopes.around(async () => ({
      isWhitelisted: false,
      excludes: NO_FILTERS,
      includes: NO_FILTERS,
    }));
  }
}
