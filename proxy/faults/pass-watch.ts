import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { lengthFrames } from '../../shared/exchange-log/stream-frames.ts';
import { jsonOf } from './body-text.ts';
import { CutError } from './cut-error.ts';
import type { FaultyRequest, Hooks, WatchFrame } from './fault.ts';
import { codingOf } from './gzip-coding.ts';
import { type Sink, writeAll } from './sink.ts';

/** Bytes to keep for a slow reader before frames overflow; hooks can override it. */
const ROOM = 256 * 1024;

/** Streams that fell silent. */
const SILENT = new WeakSet<Sink>();

/** Writes to a stream. If there is no room it waits, unless the hooks say otherwise. */
async function writeText(response: Sink, text: string, hooks: Hooks): Promise<void> {
  const parts = partsOf(text, hooks);
  if (hooks.overflow === undefined) return writeAll(response, parts);
  const full = SILENT.has(response) || (response.socket?.writableLength ?? 0) > (hooks.room ?? ROOM);
  if (full && hooks.overflow === 'fall-silent') SILENT.add(response);
  if (!full && !response.writableEnded) for (const part of parts) response.write(part);
}

/** Forwards a watch, frame by frame, until either side ends it. */
export async function passWatch(
  upstreamResponse: Dispatcher.ResponseData,
  response: ServerResponse,
  request: FaultyRequest,
  hooks: Hooks,
): Promise<void> {
  const type = String(upstreamResponse.headers['content-type'] ?? 'application/json');
  const coding = codingOf(request, hooks);
  response.writeHead(upstreamResponse.statusCode, { 'content-type': type, ...coding?.header });
  response.flushHeaders();
  const compressed = coding?.stream?.();
  compressed?.on('error', () => undefined).pipe(response);
  const sink: Sink = compressed ?? response;
  hooks.began?.(request, response);
  // A client may leave while nothing reads the stream: its error would end the process.
  upstreamResponse.body.on('error', () => undefined);
  response.on('close', () => {
    upstreamResponse.body.destroy();
    compressed?.destroy();
    if (!response.writableFinished) hooks.left?.(request);
  });
  const stream = new Map<string, unknown>();
  const lasting = hooks.lasting?.(request);
  if (lasting !== undefined) setTimeout(() => sink.end(), lasting).unref();
  try {
    await writeFrames(sink, (await hooks.opening?.(request)) ?? [], hooks);
    if (type.includes('protobuf')) await passFrames(upstreamResponse.body, sink, hooks);
    else
      for await (const line of linesOf(upstreamResponse.body))
        await writeLine(sink, line, { asked: request, hooks, stream });
    await writeFrames(sink, hooks.closingFrames?.(stream) ?? [], hooks);
    sink.end();
  } catch (error) {
    const cut = error instanceof CutError ? error : undefined;
    if (cut?.how === 'end-within') for (const frame of cut.last) await writeText(sink, firstHalf(frame), hooks);
    else if (cut !== undefined) await writeFrames(sink, cut.last, hooks);
    if (cut?.how === 'end' || cut?.how === 'end-within') {
      upstreamResponse.body.destroy();
      sink.end();
    } else if (!response.writableEnded) cutAfterWriting(response);
  }
}

function firstHalf(frame: WatchFrame): string {
  const text = JSON.stringify(frame);
  return text.slice(0, text.length / 2);
}

/** Forwards a protobuf stream unchanged, except for hooks on its frames. */
async function passFrames(body: AsyncIterable<Buffer>, response: Sink, { frame }: Hooks): Promise<void> {
  const frames = lengthFrames();
  for await (const chunk of body)
    await writeAll(response, frame === undefined ? [chunk] : frames.push(chunk).map(frame));
}

/** Flushes the written bytes before the connection is cut. */
function cutAfterWriting(response: ServerResponse): void {
  if (response.writableLength === 0 && (response.socket?.writableLength ?? 0) === 0) response.destroy();
  else response.write('', () => response.destroy());
}

interface HookedExchange {
  readonly asked: FaultyRequest;
  readonly hooks: Hooks;
  readonly stream: Map<string, unknown>;
}

async function writeLine(
  response: Sink,
  line: string,
  { asked: request, hooks, stream }: HookedExchange,
): Promise<void> {
  const frame = hooks.event === undefined ? undefined : (jsonOf(Buffer.from(line), 'json') as WatchFrame | undefined);
  if (frame === undefined || hooks.event === undefined) await writeText(response, `${line}\n`, hooks);
  else await writeFrames(response, await hooks.event(frame, request, stream), hooks);
}

async function writeFrames(response: Sink, frames: readonly WatchFrame[], hooks: Hooks): Promise<void> {
  for (const frame of frames) await writeText(response, `${JSON.stringify(frame)}\n`, hooks);
}

function partsOf(text: string, { parts }: Hooks): readonly (Buffer | string)[] {
  return parts === undefined ? [text] : parts(Buffer.from(text));
}

async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
