import { clickhouseServers } from './clickhouse-url';

describe('the URL of a cold tier', () => {
  it('one server has tables that are not replicated', () => {
    const url = 'clickhouse://user:p%40ss@one:8124/history';
    expect(clickhouseServers(url)).toEqual({ urls: [url], keeperPath: undefined });
  });

  it('several servers have replicated tables, at a path with the name of the database', () => {
    expect(clickhouseServers('clickhouse://one/history|clickhouses://user@two:8444/history')).toEqual({
      urls: ['clickhouse://one/history', 'clickhouses://user@two:8444/history'],
      keeperPath: '/clickhouse/tables/{shard}/history',
    });
  });

  it('keeper_path replaces the path, and makes the tables of one server replicated', () => {
    expect(clickhouseServers('clickhouse://one/history?keeper_path=/tables/{cluster}/a')).toEqual({
      urls: ['clickhouse://one/history'],
      keeperPath: '/tables/{cluster}/a',
    });
  });

  it.each([
    ['clickhouse://one/a|clickhouse://two/b', 'databases of different names'],
    ['clickhouse://one/a|clickhouse://other@one/a', 'has one server twice'],
    ['clickhouse://one/a|clickhouse://ONE:8123/a', 'has one server twice'],
    ['clickhouses://one:8443/a|clickhouses://one/a', 'has one server twice'],
    ['clickhouse://one/a|http://two/a', 'is no clickhouse:// URL'],
    ['clickhouse://one/a?shard=1', 'has a parameter other than keeper_path'],
    ['clickhouse://one/a?keeper_path=/x|clickhouse://two/a?keeper_path=/x', 'more than once'],
    ["clickhouse://one/a?keeper_path=/a'b", 'that is no path'],
    ['clickhouse://one/a?keeper_path=', 'that is no path'],
    ['clickhouse://one/|clickhouse://two/', 'needs a database'],
    ["clickhouse://one/a'b|clickhouse://two/a'b", 'that is no path'],
  ])('%s is refused', (text, reason) => {
    expect(() => clickhouseServers(text)).toThrow(reason);
  });
});
