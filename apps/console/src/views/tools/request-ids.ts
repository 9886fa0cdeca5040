import type { FormValues, ToolForm } from '../../gateway/tool-forms';

/**
 * Request ids of what this page composed, by the other fields: the same form that is sent again is the same intention,
 * whatever was written meanwhile, and the gateway executes it once.
 */
const ids = new Map<string, string>();

const NAME = 'request_id';

const intentionOf = (network: string, { name, fields }: ToolForm, values: FormValues): string =>
  JSON.stringify([network, name, fields.map((field) => field.name === NAME || values[field.name] || '')]);

/** 128 bits: no other client can use it first. A page over plain HTTP has no `randomUUID`. */
const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Notes that the form was sent. */
export function noteIntention(network: string, form: ToolForm, values: FormValues): void {
  const id = values[NAME];
  if (id) ids.set(intentionOf(network, form, values), id);
}

/** The form with the id of what it says now: that of before, where it was sent. One that was deleted stays deleted. */
export function withRequestId(network: string, form: ToolForm, values: FormValues): FormValues {
  const { [NAME]: id } = values;
  if (form.kind !== 'compose' || id === '') return values;
  const isOther = id === undefined || [...ids.values()].includes(id);
  const known = ids.get(intentionOf(network, form, values));
  return { ...values, [NAME]: known ?? (isOther ? newId() : id) };
}

/** The same form as another intention. */
export function withNewRequestId(network: string, form: ToolForm, values: FormValues): FormValues {
  const renewed = { ...values, [NAME]: newId() };
  noteIntention(network, form, renewed);
  return renewed;
}
