import { EXCHANGE_LOG_FORMAT } from '../../shared/exchange-log/exchange-log.ts';
import { assertMayWrite } from '../../shared/files/output-file.ts';
import { KEEP_ALL, redacting } from '../../shared/exchange-log/redaction.ts';
import { NO_RULES, type RedactionRules } from '../../shared/exchange-log/redaction-rules.ts';
import { listenAt } from '../engine/listener.ts';
import { passOn } from '../engine/proxy-server.ts';
import { NO_TAPS } from '../engine/taps.ts';
import type { Upstream } from '../engine/upstream.ts';
import { openLog } from './log-writer.ts';
import type { Counts } from './recording-state.ts';
import { Recorder } from './recorder.ts';
import { ALL, type Selection, selects } from './selection.ts';

export interface RecordOptions {
  readonly upstream: Upstream;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM texts, for a proxy that clients talk TLS to. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Path of the exchange log. */
  readonly out: string;
  /** Whether a log that is there already is replaced. Default false. */
  readonly overwrite?: boolean;
  /** Whether secrets are replaced before anything reaches the disk. */
  readonly redact: boolean;
  /** What is replaced beside what always is. */
  readonly redaction?: RedactionRules;
  /** What is recorded; the rest passes. Default all. */
  readonly selection?: Selection;
  /** What becomes of the traffic while the log cannot be written: it goes on, or is answered with 503 from then on. Default `go-on`. */
  readonly whenLogFails?: 'go-on' | 'stop';
  /** Hears one line for each exchange that the upstream gave no answer to. */
  readonly onUnreachable: (line: string) => void;
  /** Hears when the log can no longer be written. */
  readonly onLogFailed: (error: Error) => void;
  /** Hears when it can again, and what is missing in it. */
  readonly onLogMended?: (lost: string) => void;
}

export interface Recording {
  readonly url: string;
  readonly counts: Readonly<Counts>;
  /** Cuts what is open, writes what is left, and resolves when the log is closed, with what is missing in it without the log saying so. */
  close(): Promise<string | undefined>;
}

/**
 * Starts the recording proxy. Rejects with node's error where the port cannot be had or the certificate cannot be used, and leaves a log that is there as it is then; with
 * an `OutputExistsError`, before it listens, if a log must not be replaced; with node's error if the log cannot be written.
 */
export async function recordTraffic(options: RecordOptions): Promise<Recording> {
  await assertMayWrite('--out', options.out, options.overwrite ?? false);
  const redaction = options.redact ? redacting(options.redaction ?? NO_RULES) : KEEP_ALL;
  const header = {
    kind: 'header',
    format: EXCHANGE_LOG_FORMAT,
    tool: 'plumbline proxy record',
    upstream: withoutCredentials(options.upstream.url),
    ...(redaction.name === undefined ? {} : { redaction: redaction.name }),
  } as const;
  let refuse: (line: string) => void = () => undefined;
  const listener = await listenAt(options);
  const writer = await openLog(options.out, header, {
    onFailed(error) {
      options.onLogFailed(error);
      if (options.whenLogFails === 'stop')
        refuse(`the proxy cannot record any more and was told to stop then: ${error.message}`);
    },
    onMended: options.onLogMended ?? (() => undefined),
  }).catch(async (error: unknown) => {
    await listener.close();
    throw error;
  });
  const recorder = new Recorder(writer, redaction);
  const server = passOn(listener, {
    ...options,
    tapsFor: (request) => (selects(options.selection ?? ALL, request) ? recorder.taps(request) : NO_TAPS),
  });
  refuse = (line) => server.refuse(line);
  let closing: Promise<string | undefined> | undefined;
  const close = async (): Promise<string | undefined> => {
    recorder.stop();
    await server.close();
    return recorder.close();
  };
  return { url: server.url, counts: recorder.counts, close: () => (closing ??= close()) };
}

function withoutCredentials(url: URL): string {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain.href;
}
