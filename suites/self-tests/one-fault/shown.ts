import { REAL_DIFFERENCES } from '../../../spec/dialects/real-differences.ts';
import { listedFaults } from '../listed.ts';

/** A server that breaks the document in one known way, and the rules that must show it. */
export interface KnownServer {
  readonly name: string;
  readonly summary: string;
  /** The dialect of the reference server behind it. */
  readonly dialect: string;
  /** The kind and name by which `proxy faults` has it. */
  readonly server: readonly [flag: '--fault' | '--variant', name: string];
  readonly rules: readonly string[];
  /** Flags of the suite beside the rules. */
  readonly flags: readonly string[];
  /** Whether docs/track-record.md has it: users reported it, or a real system was seen to do it. */
  readonly reported: boolean;
}

/** The imitation of kube-apiserver 1.7.5. */
const REAL = { dialect: 'kubernetes-1.7', server: ['--variant', 'kubernetes-1-7'] } as const;
/** Cases of a rule about a difference that shows on some operations only. */
const RUNS = '120';

/** Every named fault, and every difference of the real system for which a rule fails under `spec`. */
export async function everyShown(): Promise<readonly KnownServer[]> {
  return [
    ...(await listedFaults()).map(({ name, summary, caughtBy, seenIn }): KnownServer => ({
      name,
      summary,
      dialect: 'spec',
      server: ['--fault', name],
      rules: [caughtBy],
      flags: [],
      reported: seenIn !== undefined,
    })),
    ...REAL_DIFFERENCES.flatMap(({ id, real, failing = [] }): KnownServer[] =>
      failing.length === 0
        ? []
        : [
            {
              ...REAL,
              name: `${REAL.dialect}/${id}`,
              summary: real,
              rules: failing,
              flags: ['--runs', RUNS],
              reported: true,
            },
          ],
    ),
  ];
}
