import { filledBy, formsOf } from './tool-forms';

const field = (name: string) => ({ name, kind: 'text', isRequired: true, help: '', choices: [] }) as const;
const FORM = { fields: [field('account'), field('order_id'), field('request_id')] };

const DOCUMENT = {
  paths: {
    '/v1/tools/transfer': {
      post: {
        ...{ operationId: 'transfer', summary: '', description: '', tags: ['Account'] },
        'x-tool-kind': 'compose' as const,
        requestBody: {
          content: {
            'application/json': {
              schema: {
                properties: {
                  to: { type: 'string' },
                  network: { enum: ['mainnet'] },
                  detail: { enum: ['full', 'concise'] },
                },
              },
            },
          },
        },
      },
    },
  },
  components: { schemas: {} },
};

describe('the forms of the tools', () => {
  it('a form asks neither for the network of the page nor for a short answer, which cannot be verified', () => {
    expect(formsOf(DOCUMENT)[0]?.fields.map(({ name }) => name)).toEqual(['to']);
  });
});

describe('fields that a link fills in', () => {
  it('the fields of a form take the values of a link', () => {
    expect(filledBy(FORM, 'account=dave&order_id=1')).toEqual({ account: 'dave', order_id: '1' });
  });

  it.each([
    ['no field of the form', 'to=mallory&network=testnet'],
    ['the name of an intention, which the maker of the link would know', 'request_id=known'],
    ['what is no query', '%%%'],
    ['an empty text', ''],
  ])('a link does not fill in %s', (_what, query) => {
    expect(filledBy(FORM, query)).toEqual({});
  });
});
