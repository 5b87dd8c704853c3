import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CORE_SCHEMA, YAMLException, load } from 'js-yaml';
import { whyUnreadable } from '../../../shared/files/why-unreadable.ts';
import { nearest } from '../../../spec/dialects/nearest.ts';
import { type Setting, SETTINGS, type SettingType } from './config-settings.ts';
import { UsageError } from './usage-error.ts';

/** The file name of a configuration. */
export const CONFIG_NAME = 'plumbline.yaml';

export interface ConfigFile {
  readonly file: string;
  /** Values of the file, each with the type of its setting; paths are absolute. */
  readonly settings: Readonly<Record<string, SettingValue>>;
}

export type SettingValue = string | number | boolean | readonly string[];

/** The nearest `plumbline.yaml` in a folder or its parents. */
export function findConfig(folder: string): string | undefined {
  const file = join(folder, CONFIG_NAME);
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : findConfig(dirname(folder));
}

/** Reads a configuration. Throws a one-line `UsageError` that names the file and the wrong setting. */
export function readConfig(file: string): ConfigFile {
  const content = parsed(file, textOf(file));
  const folder = dirname(resolve(file));
  const settings = Object.entries(content).map(([name, value]) => {
    const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    if (setting === undefined) throw new UsageError(`${file}: no setting '${name}'; ${hintFor(name)}`);
    const wanted = wrong(setting, value);
    if (wanted !== undefined) throw new UsageError(`${file}: ${name}: ${JSON.stringify(value)} is not ${wanted}`);
    return [
      name,
      setting.type === 'file' ? resolve(folder, value as string) : dialectFrom(folder, setting, value as SettingValue),
    ] as const;
  });
  return { file, settings: Object.fromEntries(settings) };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file}: ${whyUnreadable(error)}. Name a readable file by --config, or read none by --no-config.`,
      { cause: error },
    );
  }
}

/** An empty file sets nothing. */
function parsed(file: string, text: string): Readonly<Record<string, unknown>> {
  const content = contentOf(file, text) ?? {};
  if (typeof content !== 'object' || Array.isArray(content))
    throw new UsageError(`${file}: holds no settings; write one on each line, as in 'target: http://127.0.0.1:8080'`);
  return content as Readonly<Record<string, unknown>>;
}

function contentOf(file: string, text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new UsageError(
      `${file}${error.mark === undefined ? '' : `:${error.mark.line + 1}`}: is not YAML: ${error.reason}`,
      { cause: error },
    );
  }
}

/** Secrets have no setting of their own. */
function hintFor(name: string): string {
  if (name === 'token') return "credentials stand in a file by reference: write 'token-file' or 'token-env'";
  if (name === 'header') return 'give headers with --header';
  const near = nearest(name.toLowerCase(), Object.keys(SETTINGS));
  return near === undefined ? `there are ${Object.keys(SETTINGS).join(', ')}` : `did you mean '${near}'?`;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * By type: a test of a value, and the name of the type in messages. The parser of the flag also checks texts and
 * numbers.
 */
const TYPES: Readonly<Record<SettingType, readonly [is: (value: unknown) => boolean, wanted: string]>> = {
  text: [isText, 'a text'],
  file: [isText, 'a path'],
  dialect: [isText, 'the name or path of a dialect'],
  variable: [isText, 'the name of an environment variable'],
  duration: [isText, 'a duration with its unit: 500ms, 30s, 5m'],
  size: [isText, 'a size with its unit: 512KiB, 64MiB'],
  number: [(value) => Number.isInteger(value), 'a whole number'],
  seed: [(value) => Number.isInteger(value) || value === 'random', "a whole number or 'random'"],
  switch: [(value) => typeof value === 'boolean', 'true or false'],
  list: [
    (value) =>
      Array.isArray(value) && value.length > 0 && value.every((part) => isText(part) && !String(part).includes(',')),
    'a list of texts: [a, b]',
  ],
};

/** The expected type of a wrong value; `undefined` if the value is right. */
function wrong({ type, among }: Setting, value: unknown): string | undefined {
  const [is, wanted] = TYPES[type];
  if (!is(value)) return wanted;
  if (among === undefined || (value as readonly string[]).every((part) => among.includes(part))) return undefined;
  return `a list of ${among.join(', ')}`;
}

/** Paths of dialects contain a slash or an extension; names have neither. */
function dialectFrom(folder: string, { type }: Setting, value: SettingValue): SettingValue {
  return type === 'dialect' && /[/\\]|\.(?:ya?ml|json)$/.test(String(value)) ? resolve(folder, String(value)) : value;
}
