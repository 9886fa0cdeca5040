import { Reflector } from '@nestjs/core';
import { KnownMetadata } from './known-metadata';

class Base {
  get(): number {
    return 1;
  }
}
class Derived extends Base {}
Reflect.defineMetadata('limit', 1, Base);
Reflect.defineMetadata('limit', 2, Derived);
const handler = Base.prototype.get;

describe('KnownMetadata', () => {
  it('KnownMetadata answers as a Reflector does, also the second time', () => {
    const known = new KnownMetadata();
    const plain = new Reflector();
    for (const targets of [[handler, Base], [handler, Derived], [Base, handler], [Base], []])
      for (const key of ['limit', 'absent', 'limit'])
        expect(known.getAllAndOverride(key, targets)).toBe(plain.getAllAndOverride(key, targets));
  });

  it('KnownMetadata looks a key up once', () => {
    const read = jest.spyOn(Reflect, 'getMetadata');
    const known = new KnownMetadata();
    for (let call = 0; call < 3; call++) known.getAllAndOverride('absent', [handler, Base]);
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRestore();
  });
});
