import { RESOURCES } from '../../../spec/surface/resources.ts';

/**
 * The type of a setting of `plumbline.yaml`. `file` is a path relative to the folder of the configuration; `dialect`
 * is a name or a path.
 */
export type SettingType =
  | 'text'
  | 'number'
  | 'switch'
  | 'list'
  | 'duration'
  | 'size'
  | 'seed'
  | 'file'
  | 'dialect'
  | 'variable';

export interface Setting {
  readonly type: SettingType;
  /** The only legal values. */
  readonly among?: readonly string[];
  /** Values that editors suggest. */
  readonly usual?: readonly string[];
}

export const LEVELS = ['must', 'should', 'may', 'silent'] as const;
export const REPORTERS: readonly string[] = [
  'terminal',
  'json',
  'junit',
  'html',
  'markdown',
  'sarif',
  'badge',
  'github',
];
const KINDS = [...new Set(RESOURCES.map(({ plural }) => plural))];

/** The only setting without a flag: the environment variable that holds the bearer token. */
export const TOKEN_VARIABLE = 'token-env';

/**
 * The settings of `plumbline.yaml`. Each equals the flag with the same name; credentials are given only by
 * reference.
 */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  target: { type: 'text' },
  rules: { type: 'list' },
  clause: { type: 'list' },
  level: { type: 'list', among: LEVELS },
  kinds: { type: 'list', usual: KINDS },
  runs: { type: 'number' },
  budget: { type: 'duration' },
  seed: { type: 'seed' },
  gate: { type: 'switch' },
  dialect: { type: 'dialect' },
  strict: { type: 'switch' },
  baseline: { type: 'file' },
  [TOKEN_VARIABLE]: { type: 'variable' },
  'token-file': { type: 'file' },
  kubeconfig: { type: 'file' },
  context: { type: 'text' },
  ca: { type: 'file' },
  cert: { type: 'file' },
  key: { type: 'file' },
  'insecure-skip-tls-verify': { type: 'switch' },
  timeout: { type: 'duration' },
  'max-body': { type: 'size' },
  qps: { type: 'number' },
  concurrency: { type: 'number' },
  'report-dir': { type: 'file' },
  reporter: { type: 'list', among: REPORTERS },
  bail: { type: 'switch' },
  namespace: { type: 'text' },
  'namespace-prefix': { type: 'text' },
  'clear-within': { type: 'duration' },
};

const CONNECTION = [
  'target',
  TOKEN_VARIABLE,
  'token-file',
  'kubeconfig',
  'context',
  'ca',
  'cert',
  'key',
  'insecure-skip-tls-verify',
];
const SELECTION = ['rules', 'clause', 'level', 'kinds'];
/** The flags that select rules and operations, for messages. */
export const SELECTION_FLAGS = '--rules, --clause, --level and --kinds';

/**
 * By flag: the settings that it overrides besides the one with its own name. Credentials of the file belong to the
 * target of the file. Commands that send nothing need no token in the environment. The others contradict the flag.
 */
export const OVERRIDDEN_BY: Readonly<Record<string, readonly string[]>> = {
  target: CONNECTION,
  kubeconfig: CONNECTION,
  token: [TOKEN_VARIABLE, 'token-file'],
  'token-file': [TOKEN_VARIABLE],
  gate: ['seed'],
  namespace: ['namespace-prefix'],
  'namespace-prefix': ['namespace'],
  'update-baseline': ['bail'],
  list: [TOKEN_VARIABLE],
  plan: [TOKEN_VARIABLE],
  explain: [...SELECTION, TOKEN_VARIABLE],
  replay: SELECTION,
  'last-failed': SELECTION,
  'clean-up': SELECTION,
};
