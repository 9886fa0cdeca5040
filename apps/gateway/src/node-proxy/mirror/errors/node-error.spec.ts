import { errorBody, INVALID_HTTP_REQUEST, MirrorError } from './node-error';

describe('errorBody', () => {
  const error = new MirrorError(400, 'limit must not be less than 1', INVALID_HTTP_REQUEST);

  it('errorBody has the members of nodeos with one entry in details', () => {
    expect(errorBody('nodeos', error)).toEqual({
      code: 400,
      message: 'Invalid Request',
      error: {
        ...{ code: 3200006, name: 'invalid_http_request', what: 'invalid http request' },
        details: [{ message: 'limit must not be less than 1', file: 'gateway', line_number: 0, method: '' }],
      },
    });
  });

  it('errorBody has the members of Hyperion', () => {
    expect(errorBody('hyperion', error)).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message: 'limit must not be less than 1',
    });
  });
});
