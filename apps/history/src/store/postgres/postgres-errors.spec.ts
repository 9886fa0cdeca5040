import { isUnavailable } from './postgres-errors';

const error = (code: string): Error => Object.assign(new Error('of the server'), { code });

describe('errors of PostgreSQL', () => {
  it.each([
    ['a lost connection', '08006'],
    ['a conflict with the recovery of a standby', '40001'],
    ['a deadlock', '40P01'],
    ['too many connections', '53300'],
    ['a server that stops', '57P01'],
    ['a missing table', '42P01'],
  ])('the error %s of PostgreSQL can be tried again', (_, code) => {
    expect(isUnavailable(error(code))).toBe(true);
  });

  it.each([
    ['a wrong statement', '42601'],
    ['a row that is there twice', '23505'],
  ])('the error %s of PostgreSQL is reported as it is', (_, code) => {
    expect(isUnavailable(error(code))).toBe(false);
  });
});
