export type TargetErrorCode =
  | 'bad-url'
  | 'no-url'
  | 'bad-option'
  | 'unreadable-file'
  | 'bad-kubeconfig'
  | 'unsupported-kubeconfig'
  | 'bad-header'
  | 'unreachable'
  | 'no-namespaces';

/** A target cannot be used. The message is one line: what is wrong, where and how to mend it. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly code: TargetErrorCode;

  constructor(code: TargetErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
