import type { Observation } from './observations.ts';

/** Identifies a state of an object: its uid and version. */
export function stateId({ uid, version }: Pick<Observation, 'uid' | 'version'>): string {
  return `${uid ?? ''} ${version ?? ''}`;
}
