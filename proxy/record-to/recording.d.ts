/**
 * What a client's own tests see of `plumbline/recording`, in one file that imports nothing: so users' compilers check it by options of their
 * own, and not the sources behind it.
 */

/** When a server is needed: `once` where there is no recording yet, `all` each time, `none` never. */
export type RecordMode = 'once' | 'none' | 'all';

/** How requests find their answers: in recorded order; by what they say; or from the world that the recording tells of. */
export type ServeMode = 'strict' | 'matching' | 'stateful';

/** How fast recorded streams are served: as a multiple of the recorded speed, or without waiting. */
export type Speed = number | 'instant';

/** The server behind the recorder, and how it wants to be approached. */
export interface Upstream {
  /** Base URL, http or https; a path in it stands before every path of the client's. */
  readonly url: URL;
  /** PEM texts: certificate authority, client certificate and its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Sent as `Authorization` in place of what the client sends. */
  readonly authorization?: string;
  readonly insecureSkipTlsVerify?: boolean;
}

export interface RecordToOptions {
  /** Base URL of the server, for recording; or that with the PEM texts and credentials that it takes. */
  readonly target?: string | URL | Upstream | undefined;
  /** Default `once`. */
  readonly mode?: RecordMode | undefined;
  /** How requests find their recorded answers; default `matching`. */
  readonly match?: ServeMode | undefined;
  /** Of recorded watches; default `instant`. An event never comes before the write that it was recorded after. */
  readonly speed?: Speed | undefined;
  /** Whether secrets are replaced before they reach the disk; default true. A client that sends them gets its own back. */
  readonly redact?: boolean | undefined;
}

/** Work with a server at a URL, as a test does it. */
export type Work<Result> = (url: string) => Promise<Result>;

/**
 * Runs work that talks to a server, recording it the first time and answering it from the recording from then on. Resolves with what the
 * work resolves with. A recording is kept only where the work succeeded, and whole; what was there before stays otherwise.
 *
 *     await recordTo('tests/recordings/lists.jsonl', async (url) => expect(await listPods(url)).toEqual(['a']), { target: process.env.SERVER });
 *
 * Rejects with the error of the work; with a `NotRecordedError` where a request found no answer, even where the work went on; with a
 * `RecordingFailedError` where there is nothing to answer from and no target, or the recording cannot be written; with an
 * `ExchangeLogError` (`code: 'ERR_EXCHANGE_LOG'`) where the file is no recording.
 */
export declare function recordTo<Result>(file: string, work: Work<Result>, options?: RecordToOptions): Promise<Result>;

/** A client asked for what its recording does not have. The message names each request, the nearest recorded exchange, and what differs. */
export declare class NotRecordedError extends Error {
  readonly name: 'NotRecordedError';
  readonly code: 'ERR_NOT_RECORDED';
  /** One line for each request that found no answer. */
  readonly missed: readonly string[];
  constructor(message: string, missed: readonly string[], options?: { cause?: unknown });
}

/** A recording that could not be made, or not be kept. The message says where and why. */
export declare class RecordingFailedError extends Error {
  readonly name: 'RecordingFailedError';
  readonly code: 'ERR_RECORDING_FAILED';
  constructor(message?: string, options?: { cause?: unknown });
}
