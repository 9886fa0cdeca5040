import { Controller, Get, type INestApplication, type Type } from '@nestjs/common';
import { DocumentBuilder } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { createDocument } from './create-document';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from './decorators';

describe('createDocument', () => {
  const applications: INestApplication[] = [];
  afterAll(() => Promise.all(applications.map((app) => app.close())));

  const documentOf = async (controller: Type<object>) => {
    const app = (
      await Test.createTestingModule({ controllers: [controller] }).compile()
    ).createNestApplication();
    applications.push(await app.init());
    return createDocument(app, new DocumentBuilder().build());
  };

  /** Declared when it is called. */
  const declared = (path: string): Type<object> => {
    class Answer {
      @ApiProperty({ description: `of ${path}` })
      name!: string;
    }
    @Controller(path)
    @ApiTags(path)
    class RouteController {
      @Get()
      @ApiOperation({ summary: `Reads ${path}` })
      @ApiOkResponse({ type: Answer })
      read(): Answer {
        return { name: path };
      }
    }
    return RouteController;
  };

  it.each(['first', 'second'])(
    'createDocument has all that is declared before it: the %s document',
    async (path) => {
      const { paths, components } = await documentOf(declared(path));
      expect(paths[`/${path}`]?.get).toMatchObject({ summary: `Reads ${path}`, tags: [path] });
      expect(components?.schemas).toMatchObject({
        Answer: { properties: { name: { type: 'string', description: `of ${path}` } } },
      });
    },
  );
});
