import { recordTraffic } from './record-traffic.ts';

/** Records the traffic with a server into a file as `proxy record` does: redacted, on a port that the system chooses. */
export function recordRedacted(server: { readonly url: URL }, out: string): ReturnType<typeof recordTraffic> {
  const ignore = (): void => undefined;
  return recordTraffic({
    upstream: { url: server.url },
    host: '127.0.0.1',
    port: 0,
    out,
    redact: true,
    onUnreachable: ignore,
    onLogFailed: ignore,
  });
}
