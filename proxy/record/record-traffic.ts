import { EXCHANGE_LOG_FORMAT } from '../../fixtures/formats/exchange-log.ts';
import { startProxyServer } from '../engine/proxy-server.ts';
import type { Upstream } from '../engine/upstream.ts';
import { openLog } from './log-writer.ts';
import type { Counts } from './recorder.ts';
import { Recorder } from './recorder.ts';
import { KEEP_ALL, redacting } from '../../fixtures/formats/redaction.ts';

export interface RecordOptions {
  readonly upstream: Upstream;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Path of the exchange log. */
  readonly out: string;
  /** Whether secrets are replaced before anything reaches the disk. */
  readonly redact: boolean;
  /** Hears one line for each exchange that the upstream gave no answer to. */
  readonly onUnreachable: (line: string) => void;
  /** Hears once that the log can no longer be written; traffic goes on. */
  readonly onLogFailed: (error: Error) => void;
}

export interface Recording {
  readonly url: string;
  readonly counts: Readonly<Counts>;
  /** Cuts what is open, writes what is left, and resolves when the log is closed. */
  close(): Promise<void>;
}

/** Starts the recording proxy. Rejects with node's error, before it listens, where the log cannot be written; then where the port cannot be had. */
export async function recordTraffic(options: RecordOptions): Promise<Recording> {
  const redaction = options.redact ? redacting() : KEEP_ALL;
  const header = {
    kind: 'header',
    format: EXCHANGE_LOG_FORMAT,
    tool: 'plumbline proxy record',
    upstream: withoutCredentials(options.upstream.url),
    ...(redaction.name === undefined ? {} : { redaction: redaction.name }),
  } as const;
  const writer = await openLog(options.out, header, options.onLogFailed);
  const recorder = new Recorder(writer, redaction);
  const { upstream, host, port, onUnreachable } = options;
  const server = await startProxyServer({ upstream, host, port, onUnreachable, tapsFor: (request) => recorder.taps(request) }).catch(async (error: unknown) => {
    await recorder.close();
    throw error;
  });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    recorder.stop();
    await server.close();
    await recorder.close();
  };
  return { url: server.url, counts: recorder.counts, close: () => (closing ??= close()) };
}

function withoutCredentials(url: URL): string {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain.href;
}
