/** An etcd could not be asked, or did not do what it was asked. */
export class EtcdError extends Error {
  override readonly name = 'EtcdError';
  readonly code = 'ERR_ETCD';
}
