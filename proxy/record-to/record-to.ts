import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openIndexedLog } from '../log/indexed-log.ts';
import { recordTraffic } from '../record/record-traffic.ts';
import { serveRecording } from '../serve/serve-recording.ts';
import { NotRecordedError } from './not-recorded-error.ts';
import { RecordingFailedError } from './recording-failed-error.ts';
import type { RecordToOptions, Upstream, Work } from './recording.d.ts';

/**
 * Runs work against a server: records it the first time and serves it from the recording afterwards. Resolves with
 * the result of the work. A recording is kept only if the work succeeded, and only as a whole; otherwise the earlier
 * file stays.
 *
 *     await recordTo('tests/recordings/lists.jsonl', async (url) => expect(await listPods(url)).toEqual(['a']), { target: process.env.SERVER });
 * Rejects with the error of the work; with a `NotRecordedError` if a request found no response, even if the work
 * went on; with a `RecordingFailedError` if there is neither a recording nor a target, or the recording cannot be
 * written; with an `ExchangeLogError` if the file is no recording.
 */
export async function recordTo<Result>(
  file: string,
  work: Work<Result>,
  options: RecordToOptions = {},
): Promise<Result> {
  const { mode = 'once', target } = options;
  const there = await exists(file);
  if (mode !== 'all' && there) return served(file, work, options);
  if (mode === 'none')
    throw new RecordingFailedError(
      `${file} is not there, and mode 'none' records nothing; record it with mode 'once' and a target`,
    );
  if (target === undefined)
    throw new RecordingFailedError(
      `${file} ${there ? 'is to be recorded anew' : 'is not there yet'}: give the target, the URL of a server to record from`,
    );
  return recorded(file, work, upstreamOf(target), options.redact ?? true);
}

function upstreamOf(target: string | URL | Upstream): Upstream {
  if (target instanceof URL) return { url: target };
  if (typeof target !== 'string') return target;
  if (!URL.canParse(target))
    throw new RecordingFailedError(`the target '${target}' is no URL; give one as in http://127.0.0.1:8001`);
  return { url: new URL(target) };
}

async function served<Result>(
  file: string,
  work: Work<Result>,
  { match = 'matching', speed = 'instant' }: RecordToOptions,
): Promise<Result> {
  const missed: string[] = [];
  const onMiss = (line: string): void => void missed.push(line);
  const serving = await serveRecording(await openIndexedLog(file), {
    host: '127.0.0.1',
    port: 0,
    mode: match,
    speed,
    holdEvents: true,
    onMiss,
  });
  try {
    const result = await work(serving.url);
    if (missed.length > 0) throw notRecorded(file, missed);
    return result;
  } catch (error) {
    if (missed.length === 0 || error instanceof NotRecordedError) throw error;
    throw notRecorded(file, missed, error);
  } finally {
    await serving.close();
  }
}

function notRecorded(file: string, missed: readonly string[], cause?: unknown): NotRecordedError {
  const message = `${missed.length === 1 ? 'a request' : `${missed.length} requests`} found no response in ${file}. If the client is right, delete the file and record again:\n${missed.map((line) => `  ${line}`).join('\n')}`;
  return new NotRecordedError(message, missed, cause === undefined ? {} : { cause });
}

/** Records into a temporary place with the same file name, and moves the file when it is whole. */
async function recorded<Result>(
  file: string,
  work: Work<Result>,
  upstream: Upstream,
  redact: boolean,
): Promise<Result> {
  const beside = await folderBeside(file);
  try {
    const out = join(beside, basename(file));
    const result = await recordedIn(out, work, upstream, redact);
    await keep(out, file).catch((error: Error) => failed(`cannot keep the recording as ${file}`, error));
    return result;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

async function recordedIn<Result>(
  out: string,
  work: Work<Result>,
  upstream: Upstream,
  redact: boolean,
): Promise<Result> {
  const failures: Error[] = [];
  const unreachable: string[] = [];
  const options = {
    upstream,
    host: '127.0.0.1',
    port: 0,
    out,
    redact,
    onUnreachable: (line: string) => void unreachable.push(line),
    onLogFailed: (error: Error) => void failures.push(error),
  };
  const recording = await recordTraffic(options).catch((error: Error) =>
    failed(`cannot record from ${upstream.url.origin}`, error),
  );
  let result: Result;
  let incomplete: string | undefined;
  try {
    result = await work(recording.url).catch((error: unknown) => {
      throw unreachable.length === 0
        ? error
        : new RecordingFailedError(`the target gave no response: ${unreachable[0]}`, { cause: error });
    });
  } finally {
    incomplete = await recording.close();
  }
  const [failure] = failures;
  if (failure !== undefined) failed('the recording was cut short', failure);
  if (incomplete !== undefined) throw new RecordingFailedError(`the recording was cut short: ${incomplete} missing`);
  if (unreachable.length > 0) throw new RecordingFailedError(`the target gave no response: ${unreachable[0]}`);
  return result;
}

async function folderBeside(file: string): Promise<string> {
  try {
    await mkdir(dirname(file), { recursive: true });
    return await mkdtemp(join(dirname(file), '.recording-'));
  } catch (error) {
    return failed(`cannot write in ${dirname(file)}`, error as Error);
  }
}

/** Bodies first: a log refers to the files beside it. */
async function keep(from: string, to: string): Promise<void> {
  await rm(`${to}.bodies`, { recursive: true, force: true });
  if (await exists(`${from}.bodies`)) await rename(`${from}.bodies`, `${to}.bodies`);
  await rename(from, to);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function failed(what: string, error: Error): never {
  throw new RecordingFailedError(`${what}: ${error.message}`, { cause: error });
}
