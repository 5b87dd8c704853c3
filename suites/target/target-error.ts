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

/** Why a target cannot be used, in one line that says what, where and how to mend it. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly code: TargetErrorCode;

  constructor(code: TargetErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
