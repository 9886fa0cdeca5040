import { addressOf } from '../../app/location';
import type { FormValues } from '../../gateway/tool-forms';

/** The address of the form of a tool with some of its fields filled in. */
export const formAddress = (network: string, tool: string, values: FormValues): string =>
  addressOf(network, 'tools', tool, new URLSearchParams(values).toString());
