import { type Dispatcher, request } from 'undici';
import { parsedJson } from '../../../shared/json.ts';
import { isObject, metadataOf } from '../bend.ts';
import { normalTranscript, type TranscriptEntry, UUID } from './normal-transcript.ts';
import type { Witness, WitnessRequest } from './witness.ts';
import { pause } from '../ways.ts';
import { withoutInMetadata } from '../protobuf-metadata.ts';
import { unversioned } from '../races.ts';

/** The time limit of a response, in milliseconds. */
const ANSWERED_WITHIN_MS = 5_000;
/** The time limit for a watch to begin before the next request is sent. */
const BEGUN_WITHIN_MS = 500;

interface WitnessResponse {
  readonly seen: TranscriptEntry;
  /** The object of the response, for the holes of later requests. */
  readonly json: unknown;
  readonly raw?: Buffer;
}

/** The state of a run. */
interface WitnessRun {
  readonly url: string;
  readonly namespace: string;
  readonly responses: (WitnessResponse | undefined)[];
  /** The number of sent requests with a pause (`afterMs`), which separates events before and after. */
  waited: number;
  /** The time of the last event of a watch. */
  lastEvent: number;
}

/**
 * Sends the requests of a witness to a server and returns the normal form of its responses. The namespace must exist,
 * and no other client may use it.
 */
export async function runWitness(witness: Witness, url: string, namespace: string): Promise<string> {
  const run: WitnessRun = { url, namespace, responses: [], waited: 0, lastEvent: 0 };
  const alongside: Promise<void>[] = [];
  for (const [index, each] of witness.entries()) {
    if (each.afterMs !== undefined) {
      await quiet(each.afterMs, run);
      run.waited += 1;
    }
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => void (begin = resolve));
    const response = send(each, run, begin).then((response) => void (run.responses[index] = response));
    if (each.alongside === true) alongside.push(response);
    await (each.alongside === true ? Promise.race([begun, pause(BEGUN_WITHIN_MS)]) : response);
  }
  await Promise.all(alongside);
  return normalTranscript(
    run.responses.map((response) => response?.seen ?? {}),
    namespace,
  );
}

async function send(each: WitnessRequest, run: WitnessRun, begun: () => void): Promise<WitnessResponse> {
  const body = sentBody(each, run);
  const headers = Object.fromEntries(
    Object.entries(each.headers ?? {}).map(([name, value]) => [name, filled(value, run)]),
  );
  try {
    const response = await request(`${run.url.replace(/\/$/, '')}${filled(each.target, run)}`, {
      method: each.method as Dispatcher.HttpMethod,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body ?? null,
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });
    begun();
    return await responseOf(response, run, isWatch(each.target));
  } catch (error) {
    begun();
    return { seen: { failed: (error as Error).name, after: run.waited }, json: undefined };
  }
}

function sentBody({ body, bodyOf }: WitnessRequest, run: WitnessRun): string | Buffer | undefined {
  if (bodyOf !== undefined) return withoutVersion(run.responses[bodyOf]);
  if (body === undefined) return undefined;
  return filled(typeof body === 'string' ? body : JSON.stringify(body), run);
}

/** The body of a response in JSON or protobuf; empty without a response. */
function withoutVersion(response: WitnessResponse | undefined): string | Buffer {
  if (response?.json !== undefined) return JSON.stringify(unversioned(response.json));
  return withoutInMetadata(response?.raw ?? Buffer.alloc(0), 'resourceVersion');
}

function isWatch(target: string): boolean {
  return /\/watch\/|[?&]watch=(?!false|0)/.test(target);
}

/** JSON bodies are parsed; other bodies are read as text, without server-chosen values. */
async function responseOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  run: WitnessRun,
  watching: boolean,
): Promise<WitnessResponse> {
  const seen = { status: statusCode, type: headers['content-type'] };
  if (watching && statusCode === 200) return { seen: { ...seen, ...(await framesOf(body, run)) }, json: undefined };
  const raw = Buffer.from(await body.arrayBuffer());
  const text = raw.toString('utf8');
  const json = parsedJson(text);
  return {
    seen: {
      ...seen,
      ...(json === undefined ? { text: printable(raw) } : { json, spread: text.trim().includes('\n') }),
      after: run.waited,
    },
    json,
    raw,
  };
}

async function framesOf(body: AsyncIterable<Buffer>, run: WitnessRun): Promise<TranscriptEntry> {
  const frames: unknown[] = [];
  let rest = '';
  let end = 'whole';
  try {
    for await (const chunk of body) {
      const lines = `${rest}${chunk.toString('latin1')}`.split('\n');
      rest = lines.pop() ?? '';
      run.lastEvent = performance.now();
      frames.push(...lines.map((line) => frameOf(Buffer.from(line, 'latin1'), run)));
    }
  } catch (error) {
    end = (error as Error).name;
  }
  if (rest !== '') frames.push(frameOf(Buffer.from(rest, 'latin1'), run));
  return { frames, end, after: run.waited };
}

function frameOf(line: Buffer, { waited }: WitnessRun): unknown {
  const json = parsedJson(line.toString('utf8'));
  return isObject(json) ? { ...json, after: waited } : { text: printable(line), after: waited };
}

/** The words of a body in YAML or protobuf; numbers in it are versions, times and lengths. */
function printable(raw: Buffer): string {
  return (raw.toString('latin1').match(/[\t\n -~]{4,}/g) ?? [])
    .join('\n')
    .replaceAll(UUID, '<uid>')
    .replaceAll(/\d+/g, '#');
}

function filled(text: string, { namespace, responses }: WitnessRun): string {
  return text.replaceAll('{ns}', namespace).replaceAll(/\{(version|uid):(\d+)\}/g, (_, sort: string, index: string) => {
    const metadata = metadataOf(responses[Number(index)]?.json);
    return String(metadata[sort === 'uid' ? 'uid' : 'resourceVersion'] ?? '');
  });
}

/** Waits until no watch had an event for so long, because on a busy machine events of earlier requests come late. */
async function quiet(ms: number, run: WitnessRun): Promise<void> {
  const began = performance.now();
  for (;;) {
    const left = Math.max(began, run.lastEvent) + ms - performance.now();
    if (left <= 0) return;
    await pause(left);
  }
}
