export interface EtcdEvent {
  readonly type: 'put' | 'delete';
  /** Of a removal: without value, under the removal's revision. */
  readonly at: KeyValue;
}

export interface EtcdRange {
  readonly found: readonly KeyValue[];
  /** Of the whole etcd, as it was then. */
  readonly revision: number;
  /** Whether there is more than was asked for. */
  readonly more: boolean;
}

/** One key as it stands in an etcd. */
export interface KeyValue {
  readonly key: string;
  /** Shares the memory of the message in which it came. */
  readonly value: Buffer;
  /** Of the write that made the value; in all of the etcd there is one counter. */
  readonly revision: number;
}

export type Swapped =
  | { readonly ok: true; readonly revision: number }
  | { readonly ok: false; readonly current: KeyValue | undefined };
