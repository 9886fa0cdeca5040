import { pathOf } from '../../http/request-target';
import { OTHER_PATHS } from '../surfaces';
import { ANY_METHOD, handlerOf, RouteTable } from './route-table';

const named = (name: string) => () => name;

describe('the table of routes', () => {
  const table = new RouteTable<object, object>();
  table.add('GET', '/a', OTHER_PATHS, named('get'));
  table.add('POST', '/a', OTHER_PATHS, named('post'));
  table.add('POST', '/a', OTHER_PATHS, named('too late'));
  table.add(ANY_METHOD, '/b', OTHER_PATHS, named('any'));
  table.add('DELETE', '/b', OTHER_PATHS, named('delete'));
  table.add('GET', '/', OTHER_PATHS, named('root'));

  it.each([
    ['GET', '/a', 'get'],
    ['HEAD', '/a', 'get'],
    ['POST', '/a', 'post'],
    ['POST', '/a/', 'post'],
    ['PUT', '/a', undefined],
    ['DELETE', '/b', 'delete'],
    ['PUT', '/b', 'any'],
    ['GET', '/', 'root'],
    ['GET', '/A', undefined],
    ['GET', '/a/b', undefined],
    ['GET', '', undefined],
    ['GET', '/__proto__', undefined],
  ])('the table of routes finds %s %s', (method, path, name) => {
    const route = table.at(path);
    const handler = route && handlerOf(route, method);
    expect(handler?.({}, {}, () => undefined)).toBe(name);
  });

  it('the table of routes knows the methods of a path', () => {
    expect([table.methodsOf('/a'), table.methodsOf('/c')]).toEqual([['GET', 'POST'], []]);
  });

  it.each([
    ['/v1/tools/get_account', true],
    ['/stream-client.js', true],
    ['/docs/:file', false],
    ['/v2/*rest', false],
    ['/v1{/rest}', false],
  ])('the table of routes holds %s: %s', (path, isExact) => {
    expect(RouteTable.isExact(path)).toBe(isExact);
  });

  it.each([
    ['/a?b=/c', '/a'],
    ['/a', '/a'],
    ['?b', ''],
  ])('the path of %s is %s', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });
});
