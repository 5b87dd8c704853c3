import type { ServerContext } from '../objects/server-context.ts';
import type { Interceptor } from './connection/intercept.ts';
import type { MovableClock } from './handlers/clock-endpoint.ts';
import type { BearerTokens } from './routing/authentication.ts';

export interface ServerOptions {
  readonly context: ServerContext;
  /** The largest request body, in bytes. */
  readonly maxBody: number;
  /** The most watches that may be open at a time. */
  readonly maxWatches: number;
  /** Milliseconds after which the server cuts a reader that takes nothing of its response; default a minute. */
  readonly stalledMs?: number;
  /** The clock, if requests may advance it. */
  readonly clock?: MovableClock;
  /** Certificate and key, as PEM; absent: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The tokens of callers; absent: everybody may call. */
  readonly tokens?: BearerTokens;
  /** Sees each request before it is served and may make it fail; for tests of clients. */
  readonly intercept?: Interceptor;
  /** Receives errors that no client caused. */
  readonly report: (error: unknown) => void;
}
