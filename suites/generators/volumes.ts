import { type Arbitrary, constantFrom, subarray, tuple } from 'fast-check';
import type { JsonObject } from '../oracle/json.ts';

export type Volume = JsonObject & { readonly name: string };

/** Sources of volumes that every server accepts and that need no existing object. */
const SOURCES: readonly JsonObject[] = [
  { emptyDir: {} },
  { emptyDir: { medium: 'Memory' } },
  { configMap: { name: 'settings', items: [{ key: 'a.b', path: 'dir/file' }], defaultMode: 0o400 } },
  { configMap: { name: 'settings', optional: true } },
  { secret: { secretName: 'secrets', defaultMode: 0 } },
  { secret: { secretName: 'secrets', items: [{ key: 'k', path: 'p', mode: 0o777 }] } },
  { hostPath: { path: '/var/tmp' } },
  { persistentVolumeClaim: { claimName: 'claim', readOnly: true } },
  { nfs: { server: 'nfs.example', path: '/export' } },
  { downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
];

/** At most three volumes with names that differ. */
export function volumes(): Arbitrary<Volume[]> {
  return subarray(['data', 'data-2', 'v']).chain((names) =>
    tuple(...names.map((name) => constantFrom(...SOURCES).map((source) => ({ name, ...source })))),
  );
}
