import { EXCHANGE_LOG_FORMAT } from '../../shared/exchange-log/exchange-log.ts';
import { assertMayWrite } from '../../shared/files/output-file.ts';
import { KEEP_ALL, redacting } from '../../shared/exchange-log/redaction.ts';
import { NO_RULES, type RedactionRules } from '../../shared/exchange-log/redaction-rules.ts';
import { listenAt } from '../engine/listener.ts';
import { passOn } from '../engine/proxy-server.ts';
import { NO_TAPS } from '../engine/taps.ts';
import type { Upstream } from '../engine/upstream.ts';
import { openLog } from './log-writer.ts';
import type { TrafficCounts } from './recording-state.ts';
import { Recorder } from './recorder.ts';
import { ALL, type ExchangeSelection, selects } from './selection.ts';

export interface RecordOptions {
  readonly upstream: Upstream;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM texts, for a proxy with TLS towards clients. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Path of the exchange log. */
  readonly out: string;
  /** Whether to replace an existing log. Default false. */
  readonly overwrite?: boolean;
  /** Whether to replace secrets before anything reaches the disk. */
  readonly redact: boolean;
  /** Values to replace besides those that are always replaced. */
  readonly redaction?: RedactionRules;
  /** The exchanges to record; others are only forwarded. Default all. */
  readonly selection?: ExchangeSelection;
  /**
   * The treatment of traffic while the log cannot be written: forward it, or respond with 503 from then on. Default
   * `go-on`.
   */
  readonly whenLogFails?: 'go-on' | 'stop';
  /** Gets one line for each exchange without a response from the upstream. */
  readonly onUnreachable: (line: string) => void;
  /** Called when the log can no longer be written. */
  readonly onLogFailed: (error: Error) => void;
  /** Called when the log can be written again, with what is missing in it. */
  readonly onLogMended?: (lost: string) => void;
}

export interface Recording {
  readonly url: string;
  readonly counts: Readonly<TrafficCounts>;
  /**
   * Cuts open connections, writes the rest, and resolves when the log is closed, with the losses that the log does
   * not report itself.
   */
  close(): Promise<string | undefined>;
}

/**
 * Starts the recording proxy. Rejects with node's error if the port or the certificate cannot be used, and then
 * leaves an existing log unchanged; with an `OutputExistsError`, before it listens, if a log must not be replaced;
 * with node's error if the log cannot be written.
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
        refuse(`the proxy can no longer record, and --when-log-fails stop ends the traffic: ${error.message}`);
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
