import { type Command, CommanderError } from 'commander';
import { dump } from 'js-yaml';
import { type ConfigFile, findConfig, readConfig, type SettingValue } from './config-file.ts';
import { OVERRIDDEN_BY, SETTINGS, TOKEN_VARIABLE } from './config-settings.ts';
import type { ConformanceFlags } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** The joined settings of a command line and a configuration. */
export interface Settings {
  readonly flags: ConformanceFlags;
  /** The configuration, with its effective settings only; absent if there is none. */
  readonly config?: ConfigFile;
}

/**
 * Joins a parsed command line with the configuration that `--config` names, or that stands in the working folder or
 * above it. Flags win. `fresh` makes a parser, which reads each setting as the flag with its name. Throws a one-line
 * `UsageError` that names the file and the setting.
 */
export function settingsOf(parser: Command, fresh: () => Command, environment: NodeJS.ProcessEnv): Settings {
  const flags = parser.opts<ConformanceFlags>();
  const file = flags.config === false ? undefined : (flags.config ?? findConfig(process.cwd()));
  if (file === undefined) return { flags };
  const config = inForce(readConfig(file), parser);
  const values = Object.entries(config.settings).map(([name, value]) =>
    asFlag(config.file, name, value, fresh, environment),
  );
  return { flags: Object.assign({}, flags, ...values) as ConformanceFlags, config };
}

function inForce({ file, settings }: ConfigFile, parser: Command): ConfigFile {
  const given = parser.options
    .filter((option) => parser.getOptionValueSource(option.attributeName()) === 'cli')
    .map((option) => option.name());
  const out = new Set(given.flatMap((flag) => [flag, ...(OVERRIDDEN_BY[flag] ?? [])]));
  return { file, settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !out.has(name))) };
}

/** The values of the flags that a setting sets. */
function asFlag(
  file: string,
  name: string,
  value: SettingValue,
  fresh: () => Command,
  environment: NodeJS.ProcessEnv,
): Partial<ConformanceFlags> {
  if (value === false) return {};
  if (name === TOKEN_VARIABLE) return { token: tokenIn(file, String(value), environment) };
  const parser = fresh()
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  try {
    parser.parse(
      [value === true ? `--${name}` : `--${name}=${Array.isArray(value) ? value.join(',') : String(value)}`],
      { from: 'user' },
    );
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UsageError(`${file}: ${name}: ${error.message.replace(/^.*? argument /s, '')}`, { cause: error });
  }
  return Object.fromEntries(
    Object.entries(parser.opts()).filter(([key]) => parser.getOptionValueSource(key) === 'cli'),
  );
}

function tokenIn(file: string, variable: string, environment: NodeJS.ProcessEnv): string {
  const token = environment[variable];
  if (token === undefined || token === '')
    throw new UsageError(
      `${file}: ${TOKEN_VARIABLE}: the environment has no ${variable}; set it, or leave the setting out`,
    );
  return token;
}

/**
 * The message about a value, with its place: users who gave no flag look for the value in the configuration.
 *
 *     --kinds: no kind 'podz'   ->   plumbline.yaml: kinds: no kind 'podz'
 */
export function messageWithPlace(message: string, config: ConfigFile | undefined): string {
  const name = /^--([a-z-]+): /.exec(message)?.[1];
  return config === undefined || name === undefined || config.settings[name] === undefined
    ? message
    : message.replace(`--${name}: `, `${config.file}: ${name}: `);
}

/** The output of `--show-config`: every effective setting as YAML, with its source. */
export function shownSettings(parser: Command, { flags, config }: Settings): string {
  const options = new Map(parser.options.map((option) => [option.name(), option]));
  const lines = Object.keys(SETTINGS).flatMap((name) => {
    const fromFile = config?.settings[name];
    if (fromFile !== undefined) return [lineOf(name, fromFile, config?.file ?? '')];
    const option = options.get(name);
    const value =
      option === undefined
        ? undefined
        : (flags[option.attributeName() as keyof ConformanceFlags] as SettingValue | undefined);
    if (option === undefined || value === undefined) return [];
    return [
      lineOf(
        name,
        withUnit(name, value),
        parser.getOptionValueSource(option.attributeName()) === 'cli' ? `--${name}` : 'default',
      ),
    ];
  });
  return [`# ${config?.file ?? 'no plumbline.yaml here or above'}`, ...lines].join('\n');
}

function lineOf(name: string, value: SettingValue, source: string): string {
  return `${dump({ [name]: value }, { flowLevel: 1, lineWidth: -1 }).trimEnd()}  # ${source}`;
}

/** Flags hold durations in milliseconds and sizes in bytes. */
function withUnit(name: string, value: SettingValue): SettingValue {
  const type = SETTINGS[name]?.type;
  if (type === 'duration') return `${String(value)}ms`;
  return type === 'size' ? `${String(value)}B` : value;
}
