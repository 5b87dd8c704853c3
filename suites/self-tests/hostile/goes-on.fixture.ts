/** A hostile target that a run judges to its end. */
export interface GoesOn {
  readonly target: string;
  readonly rules: string;
  readonly flags: readonly string[];
  readonly exitCode: 0 | 1;
  /** The rules that fail. */
  readonly failing: readonly string[];
  /** Why pairs are blocked, if any are. */
  readonly blocked?: RegExp;
  /** A line of the terminal that describes the target's behaviour. */
  readonly line: RegExp;
  /** Whether the run cannot remove its objects. */
  readonly leaves?: true;
}

const CONFIG_MAPS = ['--kinds', 'configmaps', '--runs', '4'];
const KEPT = / may be left: .*Remove them: pnpm conformance --clean-up /;

/** Hostile targets that are judged to the end. */
export const GOES_ON: readonly GoesOn[] = [
  {
    target: 'watch-answers-list',
    rules: 'watch/starts-after-its-version,watch/tells-removals,watch/answers-a-stream,get/*',
    flags: CONFIG_MAPS,
    exitCode: 1,
    failing: ['watch/answers-a-stream'],
    blocked: /^blocked by watch\/answers-a-stream/,
    line: /^ {2}rule {6}watch\/answers-a-stream \(must\)/,
  },
  {
    target: 'watch-line-never-ends',
    rules: 'watch/appearance-is-added,world/keeps-answering',
    flags: CONFIG_MAPS,
    exitCode: 1,
    failing: ['world/keeps-answering'],
    blocked: /^blocked by world\/keeps-answering: GET \S*: the stream is larger than 64 MiB/,
    line: /^ +actual +the stream is larger than 64 MiB \(--max-body\)/,
  },
  {
    target: 'limits-rate-after-200-requests',
    rules: 'create/*,world/keeps-answering',
    flags: CONFIG_MAPS,
    exitCode: 1,
    failing: ['world/keeps-answering'],
    blocked: /^(?:blocked by world\/keeps-answering|no response came in time)/,
    line: /^ +actual +every try returned 429/,
    leaves: true,
  },
  {
    target: 'modern-groups-only',
    rules: 'get/*,create/self-link-is-the-path',
    flags: ['--runs', '4'],
    exitCode: 0,
    failing: [],
    line: /does not serve apps\/v1beta1, batch\/v2alpha1, extensions\/v1beta1.*it serves apps\/v1/,
  },
  {
    target: 'slows-down',
    rules: 'get/*',
    flags: ['--kinds', 'configmaps', '--runs', '4'],
    exitCode: 0,
    failing: [],
    line: /the target slowed down: a response took \S+ ms at first, and \d+ ms at the end/,
  },
  {
    target: 'keeps-deleted-objects',
    rules: 'get/*',
    flags: CONFIG_MAPS,
    exitCode: 0,
    failing: [],
    line: KEPT,
    leaves: true,
  },
  {
    target: 'lists-grow-at-deletes',
    rules: 'get/*',
    flags: CONFIG_MAPS,
    exitCode: 0,
    failing: [],
    line: KEPT,
    leaves: true,
  },
];
