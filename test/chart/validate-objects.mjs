// Validates the objects of standard input, a JSON array of `{ module, object }`, by the models of kubernetes-models, and
// prints the errors as a JSON array of `{ index, message }`. A process of its own: Jest cannot resolve packages that are
// for `import` alone.
import { text } from 'node:stream/consumers';

const errors = [];
for (const [index, { module, object }] of JSON.parse(await text(process.stdin)).entries()) {
  const Model = (await import(module))[object.kind];
  try {
    new Model(object).validate();
  } catch (error) {
    errors.push({ index, message: `${object.kind} ${object.metadata.name}: ${error.message}` });
  }
}
process.stdout.write(JSON.stringify(errors));
