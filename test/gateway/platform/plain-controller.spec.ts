import type { AddressInfo } from 'node:net';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { createLogger, loadSettings, Metrics, OperationsModule } from '@app/operations';
import { Bucketed, RateLimitModule } from '@app/rate-limit';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  type INestApplication,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Query,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { Type as ConvertedTo } from 'class-transformer';
import { IsInt, IsString, Min, ValidateNested } from 'class-validator';
import express from 'express';
import { createApplication } from '../../../apps/gateway/src/platform/create-application';
import { PlatformModule } from '../../../apps/gateway/src/platform/platform.module';

const membersOfPrototypes = () =>
  [IncomingMessage.prototype, ServerResponse.prototype, express.request, express.response].map((prototype) =>
    Object.getOwnPropertyDescriptors(prototype),
  );
const MEMBERS_BEFORE = membersOfPrototypes();

class Place {
  @IsString()
  town!: string;
}

class Order {
  @IsInt()
  @Min(1)
  count!: number;

  @ValidateNested()
  @ConvertedTo(() => Place)
  to!: Place;
}

class Page {
  @ConvertedTo(() => Number)
  @IsInt()
  limit!: number;
}

/** Refuses a body that says so: it has been parsed when the guards of a controller run. */
class NotForbidden implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { body } = context.switchToHttp().getRequest<{ body?: { isForbidden?: boolean } }>();
    return body?.isForbidden !== true;
  }
}

@Controller('v1/plain')
@UseGuards(NotForbidden)
class PlainController {
  @Post()
  order(@Body() order: Order): object {
    return { order, isInstance: order instanceof Order && order.to instanceof Place };
  }

  @Post('count')
  count(@Body('count', ParseIntPipe) count: number): object {
    return { count };
  }

  @Get(':id')
  @Bucketed('meta')
  page(@Param('id', ParseIntPipe) id: number, @Query() page: Page): object {
    return { id, page };
  }
}

async function start(controller: Type<object>): Promise<INestApplication> {
  const settings = loadSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT_READ: '9' });
  const parts = { settings, logger: createLogger(settings) };
  @Module({
    imports: [OperationsModule.forRoot(parts), PlatformModule, RateLimitModule],
    controllers: [controller],
  })
  class PlainModule {}
  return createApplication({ module: PlainModule }, parts);
}

describe('a plain controller', () => {
  let app: INestApplication;
  let url: string;
  beforeAll(async () => {
    app = await start(PlainController);
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}/v1/plain`;
  });
  afterAll(() => app.close());

  const post = (body: unknown, path = '', headers = {}) =>
    fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers });
  const order = { count: 2, to: { town: 'Bern' } };

  it('a plain controller gets its body, a member of it, its query and its parameter', async () => {
    const answer = await post(order);
    expect([answer.status, await answer.json()]).toEqual([201, { order, isInstance: true }]);
    expect(await (await post({ count: 3 }, '/count')).json()).toEqual({ count: 3 });
    expect(await (await fetch(`${url}/7?limit=5`)).json()).toEqual({ id: 7, page: { limit: 5 } });
  });

  it.each([
    [
      'a body',
      () => post({ count: 0, to: { town: 1 } }),
      'count must not be less than 1; town must be a string',
    ],
    ['a query', () => fetch(`${url}/7?limit=x`), 'limit must be an integer number'],
  ])(
    'a plain controller refuses %s against its rules in the error shape of the project',
    async (_, ask, error) => {
      const answer = await ask();
      expect([answer.status, await answer.json()]).toEqual([400, { error, code: 'invalid_arguments' }]);
    },
  );

  it('a plain controller refuses a body that is no JSON object, and what its guard refuses', async () => {
    const broken = await fetch(url, { method: 'POST', body: '{' });
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { error: expect.stringContaining('JSON') as string, code: 'body_not_json' },
    ]);
    expect((await post({ ...order, isForbidden: true })).status).toBe(403);
  });

  it('requests of a plain controller have an id, and metrics by the template of their route', async () => {
    const answer = await fetch(`${url}/8?limit=1`, { headers: { 'x-request-id': 'mine' } });
    expect(answer.headers.get('x-request-id')).toBe('mine');
    await answer.text();
    expect(await app.get(Metrics).registry.metrics()).toMatch(
      /gateway_http_requests_total\{route="\/v1\/plain\/:id",method="GET",status="200"\} [1-9]/,
    );
  });

  it('a plain controller is limited by the bucket of its surface, unless it declares one', async () => {
    let answer = await post(order);
    expect(answer.headers.get('ratelimit-limit')).toBe('9');
    for (let calls = 0; calls < 9; calls += 1) answer = await post(order);
    expect([answer.status, await answer.json()]).toEqual([
      429,
      { error: 'rate limit exceeded for the read bucket (9 per minute); retry in 60s', code: 'rate_limited' },
    ]);
    expect((await fetch(`${url}/7?limit=5`)).status).toBe(200);
  });
});

@Controller('docs')
class WithoutBucket {
  @Get('notes')
  notes(): object {
    return {};
  }
}

@Controller('elsewhere')
class WithoutSurface {
  @Get()
  list(): object {
    return {};
  }
}

@Controller('docs')
@Bucketed('meta')
class WithoutParsing {
  @Post('notes')
  add(@Body() order: Order): object {
    return order;
  }
}

describe('the start of the gateway', () => {
  it('the start of the gateway changes no prototype of Node and Express', async () => {
    const app = await start(PlainController);
    expect(membersOfPrototypes()).toEqual(MEMBERS_BEFORE);
    await app.close();
  });

  it.each([
    ['without a bucket', WithoutBucket, 'GET /docs/notes (WithoutBucket.notes) has no bucket'],
    ['without a surface', WithoutSurface, 'GET /elsewhere (WithoutSurface.list) is on no surface'],
    [
      'with a body that its surface does not parse',
      WithoutParsing,
      'POST /docs/notes (WithoutParsing.add) declares @Body()',
    ],
  ])('the start of the gateway ends with the name of a route %s', async (_, controller, reason) => {
    await expect(start(controller)).rejects.toThrow(`route ${reason}`);
  });
});
