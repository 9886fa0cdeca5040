import { Bucketed } from '@app/rate-limit';
import { toolError, toolErrorBecause } from '@app/chain-tools';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { request } from 'undici';
import { NetworkRegistry } from '../network/network-registry';
import { SURFACE_PATHS } from '../platform/surface-paths';

const FILE = 'signed-example.json';
/** The example is a page of the documentation: it fails soon where the chain does not answer. */
const DEADLINE_MS = 2_000;
/** Network of the example, the default of every tool. */
const NETWORK = 'mainnet';

/**
 * An input of push_transaction that the chain accepts now, for the Swagger page. Only development chains
 * have one: they sign it, because the gateway holds no keys.
 */
@Controller(SURFACE_PATHS.docs)
@ApiExcludeController()
@Bucketed('mirror')
export class SignedExampleController {
  constructor(private readonly networks: NetworkRegistry) {}

  @Get(FILE)
  @Header('Cache-Control', 'no-store')
  async input(): Promise<{ signed_tx: unknown }> {
    const network = this.networks.all().find(({ name }) => name === NETWORK);
    const url = network?.profile.signedExampleUrl(network.nodes[0]?.url ?? '');
    if (url === undefined) throw toolError('UNKNOWN_ROUTE', 'GET', `${SURFACE_PATHS.docs}/${FILE}`);
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(
      (cause: unknown) => {
        throw toolErrorBecause(cause, 'UPSTREAM_UNAVAILABLE', NETWORK, 'it signed no example in time');
      },
    );
    const answer: unknown = await body.json();
    if (statusCode !== 200) throw toolError('UPSTREAM_UNAVAILABLE', NETWORK, 'it signed no example');
    return { signed_tx: answer };
  }
}
