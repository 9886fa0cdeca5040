import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { Controller, Get, Inject, NotFoundException, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type * as express from 'express';
import { isSegmentFile, MANIFEST_FILE } from '../segments/file-names';
import { ARCHIVE, type ServedArchive } from './served-archive';

const SEGMENT_TYPE = 'application/zstd';
/** A segment is named by its content: it never changes. */
const ONE_YEAR_MS = 365 * 24 * 3600 * 1000;

/** The files of an archive, from which other history nodes fill their stores: docs/how-to/archives.md. */
@ApiTags('archive')
@Controller('archive')
export class ArchivesController {
  constructor(@Inject(ARCHIVE) private readonly archive: ServedArchive) {}

  @Get(':file')
  @ApiOperation({ summary: `The manifest (${MANIFEST_FILE}) or a segment (<sha256>.zst) of the archive` })
  @ApiProduces('application/json', SEGMENT_TYPE)
  async getFile(@Param('file') name: string, @Res() response: express.Response): Promise<void> {
    const { folder } = this.archive;
    const isSegment = isSegmentFile(name);
    if (folder === undefined || (!isSegment && name !== MANIFEST_FILE)) throw new NotFoundException();
    // A link would lead out of the folder.
    if (!(await isRegularFile(path.join(folder, name)))) throw new NotFoundException();
    if (isSegment) response.type(SEGMENT_TYPE);
    await send(response, name, {
      root: folder,
      ...(isSegment ? { maxAge: ONE_YEAR_MS, immutable: true } : { maxAge: 0 }),
    });
  }
}

async function isRegularFile(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Answers ranges too, and 304 where the client has the file of that date. */
function send(response: express.Response, name: string, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(name, options, (error?: Error) => {
      // A client that left gets no answer.
      if (error === undefined || response.headersSent || response.destroyed) resolve();
      else reject(isMissing(error) ? new NotFoundException() : error);
    });
  });
}

const isMissing = (error: Error): boolean => 'status' in error && error.status === 404;
