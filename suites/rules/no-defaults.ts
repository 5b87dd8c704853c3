import type { Kind } from '../../spec/surface/resources.ts';
import type { JsonObject } from '../oracle/json.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import type { Edit } from '../program/program.ts';

/** Values that are no defaults, for members of the spec that have one. */
export const NO_DEFAULTS: Readonly<Partial<Record<Kind, JsonObject>>> = {
  Deployment: {
    replicas: 0,
    strategy: { type: 'Recreate' },
    minReadySeconds: 31,
    progressDeadlineSeconds: 901,
    revisionHistoryLimit: 31,
  },
  CronJob: { concurrencyPolicy: 'Forbid' },
};

/** Edits that give those members of an object of that kind these values. */
export function withoutDefaults(kind: Kind): readonly Edit[] {
  return Object.entries(NO_DEFAULTS[kind] ?? {}).map(([member, to]) => ({ set: pointer(['spec', member]), to }));
}
