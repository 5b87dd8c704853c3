/**
 * The types of `plumbline/recording`. This file imports nothing, so users' compilers check it with their own options, and not our sources.
 */

/** When to record from a server: `once` if there is no recording yet, `all` each time, `none` never. */
export type RecordMode = 'once' | 'none' | 'all';

/** How requests find their responses: in recorded order; by their content; or from the objects that the recording shows. */
export type ServeMode = 'strict' | 'matching' | 'stateful';

/** The speed of recorded streams: a multiple of the recorded speed, or without waiting. */
export type Speed = number | 'instant';

/** The server behind the recorder, and how to connect to it. */
export interface Upstream {
  /** Base URL, http or https; a path in it precedes every path of the client. */
  readonly url: URL;
  /** PEM texts: certificate authority, client certificate and its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Sent as `Authorization` in place of the client's own. */
  readonly authorization?: string;
  readonly insecureSkipTlsVerify?: boolean;
}

export interface RecordToOptions {
  /** Base URL of the server, for recording; or the URL with PEM texts and credentials. */
  readonly target?: string | URL | Upstream | undefined;
  /** Default `once`. */
  readonly mode?: RecordMode | undefined;
  /** How requests find their recorded responses; default `matching`. */
  readonly match?: ServeMode | undefined;
  /** Pace of recorded watches; default `instant`. An event never comes before the writes recorded before it. */
  readonly speed?: Speed | undefined;
  /** Whether to replace secrets before they reach the disk; default true. A client that sends secrets gets its own back. */
  readonly redact?: boolean | undefined;
}

/** Work with a server at a URL, such as a test. */
export type Work<Result> = (url: string) => Promise<Result>;

/**
 * Runs work against a server: records it the first time and serves it from the recording afterwards. Resolves with the result of the work.
 * A recording is kept only if the work succeeded, and only as a whole; otherwise the earlier file stays.
 *
 *     await recordTo('tests/recordings/lists.jsonl', async (url) => expect(await listPods(url)).toEqual(['a']), { target: process.env.SERVER });
 *
 * Rejects with the error of the work; with a `NotRecordedError` if a request found no response, even if the work went on; with a
 * `RecordingFailedError` if there is neither a recording nor a target, or the recording cannot be written; with an
 * `ExchangeLogError` (`code: 'ERR_EXCHANGE_LOG'`) if the file is no recording.
 */
export declare function recordTo<Result>(file: string, work: Work<Result>, options?: RecordToOptions): Promise<Result>;

/** A client sent requests that its recording lacks. The message names each request, the nearest recorded exchange, and the differences. */
export declare class NotRecordedError extends Error {
  readonly name: 'NotRecordedError';
  readonly code: 'ERR_NOT_RECORDED';
  /** One line for each request without a response. */
  readonly missed: readonly string[];
  constructor(message: string, missed: readonly string[], options?: { cause?: unknown });
}

/** A recording could not be made or kept. The message says where and why. */
export declare class RecordingFailedError extends Error {
  readonly name: 'RecordingFailedError';
  readonly code: 'ERR_RECORDING_FAILED';
  constructor(message?: string, options?: { cause?: unknown });
}
