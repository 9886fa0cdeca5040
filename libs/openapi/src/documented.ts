type Decorator = ClassDecorator | MethodDecorator | PropertyDecorator;
type Target = [target: object, member?: string | symbol, descriptor?: PropertyDescriptor];

/** Decorators that no document has needed yet, in the order of their declaration. */
const pending: (() => void)[] = [];

/**
 * A decorator of @nestjs/swagger that is made and applied with the next document, by `createDocument`: the package and
 * those it needs are 530 modules, which a start does without. `make` is called once for each declaration.
 */
export const documented =
  (make: () => Decorator) =>
  (...target: Target): void => {
    pending.push(() => {
      (make() as (...target: Target) => unknown)(...target);
    });
  };

/** Applies every decorator that is declared and not applied yet. */
export function applyDocumented(): void {
  for (const apply of pending.splice(0)) apply();
}
