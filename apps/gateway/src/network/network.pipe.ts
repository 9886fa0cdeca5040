import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { Network } from './network';
import { NetworkRegistry } from './network-registry';

/** Resolves the name of a network once, where a call enters, for each parameter that is declared as a Network. */
@Injectable()
export class NetworkPipe implements PipeTransform {
  constructor(private readonly networks: NetworkRegistry) {}

  /** @throws NetworkNotConfiguredError */
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    return metatype === Network ? this.networks.of(String(value)) : value;
  }
}
