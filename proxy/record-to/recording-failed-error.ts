/** A recording could not be made or kept. The message says where and why. */
export class RecordingFailedError extends Error {
  override readonly name = 'RecordingFailedError';
  readonly code = 'ERR_RECORDING_FAILED';
}
