/** What a client's own tests import, as `plumbline/recording`. */
export type { RecordMode, RecordToOptions, ServeMode, Speed, Upstream, Work } from './recording.d.ts';
export { recordTo } from './record-to.ts';
export { NotRecordedError } from './not-recorded-error.ts';
export { RecordingFailedError } from './recording-failed-error.ts';
