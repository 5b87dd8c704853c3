/** etcd could not be reached, or refused a call. */
export class EtcdError extends Error {
  override readonly name = 'EtcdError';
  readonly code = 'ERR_ETCD';
  /** Whether nothing was written for certain, so that a retry is safe. */
  readonly isWithoutEffect: boolean;

  constructor(message: string, isWithoutEffect = false) {
    super(message);
    this.isWithoutEffect = isWithoutEffect;
  }
}
