/** The types of events that the reference server sends. */
export const EVENT_TYPES = ['ADDED', 'MODIFIED', 'DELETED'] as const;
export type ChangedEventType = (typeof EVENT_TYPES)[number];

/** The state of a watch at one of its events. */
export interface WatchProgress {
  /** Milliseconds since it was opened. */
  readonly openMs: number;
  /** The number of events of the last second. */
  readonly lately: number;
  /**
   * Whether the event may show an existing object: the watch names no version, and is new, or there was no write since
   * it began.
   */
  readonly isInitial: boolean;
  /** The number of watches of the server that have ended. */
  readonly left: number;
  /** Milliseconds until its `timeoutSeconds` end; infinite without. */
  readonly endsInMs: number;
}

/** The moment at which a watch is faulty. */
export interface FaultyMoment {
  readonly how:
    | 'initial'
    | 'live'
    | 'after-25ms'
    | 'after-a-second'
    | 'under-a-burst'
    | 'after-another-left'
    | 'at-the-end';
  /** The moment, as the end of a sentence. */
  readonly when: string;
  readonly is: (progress: WatchProgress) => boolean;
  /** The types of events that come at that moment. */
  readonly types: readonly ChangedEventType[];
}

/** For so many milliseconds after its beginning, a watch without a version shows existing objects. */
export const INITIAL_MS = 15;
/** Events within so many milliseconds of each other are a burst; a busy machine needs a while for them. */
export const BURST_MS = 1_000;
const BURST = 8;
/** A watch is at its end for so many milliseconds before its timeout. */
const END_MS = 500;

export const MOMENTS: readonly FaultyMoment[] = [
  {
    how: 'initial',
    when: 'while it shows the existing objects',
    is: ({ isInitial }) => isInitial,
    types: ['ADDED'],
  },
  {
    how: 'live',
    when: 'after it has shown the existing objects',
    is: ({ isInitial }) => !isInitial,
    types: EVENT_TYPES,
  },
  { how: 'after-25ms', when: 'once it has been open for 25 ms', is: ({ openMs }) => openMs >= 25, types: EVENT_TYPES },
  {
    how: 'after-a-second',
    when: 'once it has been open for a second',
    is: ({ openMs }) => openMs >= 1000,
    types: EVENT_TYPES,
  },
  {
    how: 'under-a-burst',
    when: `if ${BURST} other events came within a second`,
    is: ({ lately }) => lately >= BURST,
    types: EVENT_TYPES,
  },
  { how: 'after-another-left', when: 'once another watch has ended', is: ({ left }) => left > 0, types: EVENT_TYPES },
  {
    how: 'at-the-end',
    when: `in the last ${END_MS} ms of its \`timeoutSeconds\``,
    is: ({ endsInMs }) => endsInMs <= END_MS,
    types: EVENT_TYPES,
  },
];
