/**
 * A hostile target that stops responding while it is judged: only `world/keeps-answering` fails, and the unaffected
 * parts are judged.
 */
export interface StopsAnswering {
  readonly target: string;
  readonly rules: string;
  readonly flags: readonly string[];
  /** `--runs`, if four are too few to trigger it. */
  readonly runs?: number;
  /** The operations on which the rule may fail. */
  readonly failing: RegExp;
  /** The `actual` text of the violation. */
  readonly actual: RegExp;
  /**
   * Operations on which rules hold all the same, unless a case needs a faulty one; absent if everything is affected.
   */
  readonly passing?: RegExp;
  /** Why pairs are blocked, if any are. */
  readonly blocked: RegExp;
  /** Whether the target is gone for good, with objects of the run that nobody can remove. */
  readonly isGone?: true;
  /** Whether it may hang while a finalizer holds an object of the run: then the namespace of that object stays. */
  readonly mayHold?: true;
}

const TWO_KINDS = ['--kinds', 'configmaps,secrets'];
const DEPLOYMENTS = ['--kinds', 'configmaps,deployments'];
/** A busy machine needs several seconds to start the server again. */
const RESTARTING = [...DEPLOYMENTS, '--timeout', '8s'];
const CONFIG_MAPS = /configmaps/;
const SECRETS = /secrets/;

/** Hostile targets that hang or die. */
export const STOPS_ANSWERING: readonly StopsAnswering[] = [
  {
    target: 'locks-configmaps-after-writes',
    flags: TWO_KINDS,
    rules: 'create/*,list/*',
    failing: CONFIG_MAPS,
    actual: /no response within 2000 ms; the kind cannot be listed either, while other kinds can/,
    passing: SECRETS,
    blocked: /^blocked by world\/keeps-answering: every operation on ConfigMap/,
    mayHold: true,
  },
  {
    target: 'hangs-patch-of-configmaps',
    flags: TWO_KINDS,
    rules: 'patch/*,create/*',
    failing: /^PATCH .*configmaps/,
    actual: /no response within 2000 ms; a plain request of the operation gets none either/,
    passing: SECRETS,
    blocked: /^blocked by world\/keeps-answering: PATCH \S*configmaps/,
    mayHold: true,
  },
  {
    target: 'hangs-kind-after-abandoned-watches',
    flags: ['--kinds', 'configmaps'],
    runs: 16,
    rules: 'watch/starts-after-its-version,watch/appearance-is-added,watch/tells-changes-in-order,discovery/*',
    failing: CONFIG_MAPS,
    actual: /no response within 2000 ms; the kind cannot be listed either, while other kinds can/,
    passing: /^GET \/api\/v1$/,
    blocked: /^blocked by world\/keeps-answering: every operation on ConfigMap /,
    mayHold: true,
  },
  {
    target: 'deadlocks-on-slow-watcher',
    flags: ['--kinds', 'configmaps'],
    rules: 'watch/slow-reader-loses-nothing,get/*',
    failing: CONFIG_MAPS,
    actual: /no response within 2000 ms; the same sequence got no response when it was sent again/,
    passing: /^GET/,
    blocked: /^blocked by world\/keeps-answering: PATCH \S*configmaps/,
  },
  {
    target: 'dies-at-deployment',
    flags: [...DEPLOYMENTS, '--concurrency', '1'],
    runs: 12,
    rules: 'create/replicas-have-their-default,create/self-link-is-the-path,create/uid-has-uuid-form',
    failing: /^POST .*deployments/,
    actual: /the server stopped.*and was not back in time/,
    blocked: /^blocked by world\/keeps-answering: the server/,
    isGone: true,
  },
  {
    target: 'dies-and-restarts',
    flags: RESTARTING,
    runs: 12,
    rules: 'create/replicas-have-their-default,create/self-link-is-the-path,create/uid-has-uuid-form',
    failing: /^POST .*deployments/,
    actual: /the server stopped.*was back after .* it stopped again when the same case was sent again/,
    passing: CONFIG_MAPS,
    blocked:
      /^blocked by world\/keeps-answering: (?:POST \S*deployments|every operation on Deployment) stops the server/,
  },
  {
    target: 'dies-and-restarts-empty',
    flags: RESTARTING,
    runs: 12,
    rules: 'create/replicas-have-their-default,create/self-link-is-the-path,create/uid-has-uuid-form',
    failing: /^POST .*deployments/,
    actual: /the server stopped.*was back after .* it stopped again when the same case was sent again/,
    passing: CONFIG_MAPS,
    blocked:
      /^blocked by world\/keeps-answering: (?:POST \S*deployments|every operation on Deployment) stops the server/,
  },
];
