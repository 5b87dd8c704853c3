/** The exports of `plumbline/recording`, for the tests of clients. */
export type { RecordMode, RecordToOptions, ServeMode, Speed, Upstream, Work } from './recording.d.ts';
export { recordTo } from './record-to.ts';
export { NotRecordedError } from './not-recorded-error.ts';
export { RecordingFailedError } from './recording-failed-error.ts';
