import { ErrorAnswer, NETWORKS } from '@app/chain-tools';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { TOPIC_FORMS } from './topics/topic';

const DESCRIPTION =
  'Server-sent events of the topics that the request names. Each event states in its id where the client stands: sent ' +
  'as `Last-Event-ID` to any replica, the stream continues there, and says so where something was lost (`gap`, ' +
  '`reset`) or a fork took something back (`undone`). Without `limit` the stream does not end by itself.';

const EXAMPLE = [
  'event: ready',
  'data: {"network":"mainnet","topics":["head"],"resumed":false}',
  '',
  'id: 1.8a34ec7df1b8cd06.Tq3vX0aZ1b~mC9d0eF2gH',
  'event: head',
  'data: {"network":"mainnet","topic":"head","head_block_num":4711,"head_block_time":"2026-11-21T12:00:00.500Z","last_irreversible_block_num":4705}',
  '',
].join('\n');

/** OpenAPI description of GET /v1/events. Its example ends by itself, so that a page that executes it is answered. */
export function EventsDescription(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'events',
      summary: 'Events of accounts, markets and transactions',
      description: DESCRIPTION,
    }),
    ApiQuery({
      name: 'topics',
      required: true,
      type: String,
      description: `Separated by commas: ${TOPIC_FORMS}`,
      example: 'head,price',
    }),
    ApiQuery({ name: 'network', required: false, enum: [...NETWORKS], description: 'By default mainnet' }),
    ApiQuery({
      name: 'limit',
      required: false,
      type: 'integer',
      description: 'Ends the stream after so many events',
      example: 2,
    } as never),
    ApiQuery({
      name: 'last_event_id',
      required: false,
      type: String,
      description: 'As the header, which stands before it',
    }),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'Id of the last event of an earlier stream',
    }),
    ApiResponse({
      status: 200,
      description: 'The stream',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    }),
    ApiResponse({
      status: 400,
      type: ErrorAnswer,
      description: 'A topic that there is not, an account that does not exist',
    }),
    ApiResponse({
      status: 429,
      type: ErrorAnswer,
      description: 'Over the limit of the read bucket: one for each topic',
    }),
    ApiResponse({
      status: 503,
      type: ErrorAnswer,
      description: 'Too many streams are open, or the replica stops',
    }),
  );
}
