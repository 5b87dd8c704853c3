/** The types of events that the reference server sends. */
export const EVENT_TYPES = ['ADDED', 'MODIFIED', 'DELETED'] as const;
export type ChangedEventType = (typeof EVENT_TYPES)[number];

/** What is known of a watch when one of its events comes. */
export interface WatchProgress {
  /** How long it has been open, in milliseconds. */
  readonly openMs: number;
  /** How many events came within the last second. */
  readonly lately: number;
  /** Whether it may still show what exists: it names no version, and is new, or nothing was written since it began. */
  readonly isInitial: boolean;
  /** How many watches of the server have ended by now. */
  readonly left: number;
  /** How long it lasts yet by its `timeoutSeconds`, in milliseconds; infinite without. */
  readonly endsInMs: number;
}

/** When a watch goes wrong. */
export interface FaultyMoment {
  readonly how:
    | 'initial'
    | 'live'
    | 'after-25ms'
    | 'after-a-second'
    | 'under-a-burst'
    | 'after-another-left'
    | 'at-the-end';
  /** The end of a sentence. */
  readonly when: string;
  readonly is: (progress: WatchProgress) => boolean;
  /** Which types of events come then. */
  readonly types: readonly ChangedEventType[];
}

/** Events so soon after the beginning of a watch without version show what existed before, in milliseconds. */
export const INITIAL_MS = 15;
/** Events that come within this time of each other are a burst, in milliseconds: a busy machine needs a while for them. */
export const BURST_MS = 1_000;
const BURST = 8;
/** How long before its time a watch is at its end, in milliseconds. */
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
    when: 'at any time',
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
