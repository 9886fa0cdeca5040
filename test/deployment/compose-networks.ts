import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { networksSchema } from '@app/networks';
import { ROOT } from './compose-file';

const FILE = path.join(ROOT, 'docker/compose/networks.yaml');

/** The networks that the gateways of docker-compose.yml serve, by name. */
export const readComposeNetworks = () => networksSchema.parse(parse(readFileSync(FILE, 'utf8'))).networks;
