export interface EtcdEvent {
  readonly type: 'put' | 'delete';
  /** For a deletion: no value, and the revision of the deletion. */
  readonly at: KeyValue;
}

export interface EtcdRange {
  readonly found: readonly KeyValue[];
  /** Revision of the whole etcd at that time. */
  readonly revision: number;
  /** Whether there are more keys than the limit. */
  readonly more: boolean;
}

/** A key and its value in etcd. */
export interface KeyValue {
  readonly key: string;
  /** Shares the memory of the response message. */
  readonly value: Buffer;
  /** Revision of the write that made the value; etcd has one counter for all keys. */
  readonly revision: number;
}

export type Swapped =
  | { readonly ok: true; readonly revision: number }
  | { readonly ok: false; readonly current: KeyValue | undefined };
