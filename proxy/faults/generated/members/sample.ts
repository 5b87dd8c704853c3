import type { Resource } from '../../../../spec/surface/resources.ts';

/** The name of the sample of a witness, unique in the cluster where names are the cluster's. */
export function SAMPLE_NAME({ namespaced }: Resource): string {
  return namespaced ? 'w' : '{ns}-w';
}
