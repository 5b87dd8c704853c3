/** What a client's own tests import, as `plumbline/recording`. */
export type { RecordMode, RecordToOptions, Work } from './record-to.ts';
export type { Upstream } from '../engine/upstream.ts';
export { recordTo } from './record-to.ts';
export { NotRecordedError } from './not-recorded-error.ts';
export { RecordingFailedError } from './recording-failed-error.ts';
