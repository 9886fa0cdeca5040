import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileOfProgram } from '@app/program';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';

/** The bundle of the published client (MIT). Its package exports the modules only. */
const BUNDLE = path.join(
  ...['node_modules', '@eosrio', 'hyperion-stream-client', 'dist', 'hyperion-stream-client.js'],
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
    this.#script ??= readFile(fileOfProgram(__dirname, BUNDLE), 'utf8');
    return this.#script;
  }
}
