import type { Injector, Listen } from '../injector.ts';

/**
 * A server that hangs, dies, floods, refuses, or speaks another protocol. Unlike a `Fault`, it has no rule that catches
 * it.
 */
export type HostileTarget = StandAloneTarget | FrontingTarget;

interface NamedTarget {
  /** Kebab-case, unique among hostile targets. */
  readonly name: string;
  /** The behaviour of such a server, as a sentence without its full stop. */
  readonly summary: string;
}

/** Needs no server behind it. */
export interface StandAloneTarget extends NamedTarget {
  readonly startAlone: (listen: Listen) => Promise<Injector>;
}

/** Forwards to a server that obeys the document, and fails in its place. */
export interface FrontingTarget extends NamedTarget {
  /** `upstream` is the plain http URL of the server behind. */
  readonly startInFront: (upstream: string, listen: Listen) => Promise<Injector>;
}
