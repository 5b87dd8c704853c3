import type { Program, Step } from '../program/program.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import type { Steps } from './steps.ts';

/** More objects than fit on a page of a hundred, created by several clients at once. */
export function many(on: Steps): Step {
  const page = (client: number): Program =>
    Array.from({ length: 13 }, (_, index) => on.create(minimalObject(on.maker, `{{m${client}-${index}}}`)));
  return { do: 'together', branches: Array.from({ length: 8 }, (_, client) => page(client)) };
}
