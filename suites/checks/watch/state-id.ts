import type { Observation } from '../../oracle/observed-state.ts';

/** Identifies a state of an object: its uid and version. */
export function stateId({ uid, version }: Pick<Observation, 'uid' | 'version'>): string {
  return `${uid ?? ''} ${version ?? ''}`;
}
