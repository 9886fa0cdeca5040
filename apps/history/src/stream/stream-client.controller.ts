import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';

/** The bundle of the published client (MIT): its package exports the modules only, two folders below it. */
const bundleFile = (): string =>
  path.join(
    path.dirname(createRequire(__filename).resolve('@eosrio/hyperion-stream-client')),
    '..',
    '..',
    'dist',
    'hyperion-stream-client.js',
  );

@ApiTags('stream')
@Controller()
export class StreamClientController {
  #script: Promise<string> | undefined;

  @Get('stream-client.js')
  @Header('Content-Type', 'application/javascript; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  @ApiOperation({ summary: 'Client script of the stream' })
  getScript(): Promise<string> {
    this.#script ??= readFile(bundleFile(), 'utf8');
    return this.#script;
  }
}
