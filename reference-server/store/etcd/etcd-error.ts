/** An etcd could not be asked, or did not do what it was asked. */
export class EtcdError extends Error {
  override readonly name = 'EtcdError';
  readonly code = 'ERR_ETCD';
  /** Whether it is sure that nothing was written: then it may be tried again. */
  readonly isWithoutEffect: boolean;

  constructor(message: string, isWithoutEffect = false) {
    super(message);
    this.isWithoutEffect = isWithoutEffect;
  }
}
