import { CONFIG_NAME } from './config-file.ts';
import { type Setting, SETTINGS, type SettingType, TOKEN_VARIABLE } from './config-settings.ts';
import { conformanceCommand } from './flags.ts';

const TEXT = { type: 'string', minLength: 1 };

const SCHEMAS: Readonly<Record<Exclude<SettingType, 'list'>, object>> = {
  text: TEXT,
  file: TEXT,
  dialect: TEXT,
  variable: TEXT,
  duration: { type: 'string', pattern: String.raw`^\d+(\.\d+)?(ms|s|m|h)$` },
  size: { type: 'string', pattern: '^\\d+(B|KiB|MiB|GiB)$' },
  number: { type: 'integer', minimum: 1 },
  seed: { oneOf: [{ type: 'integer' }, { const: 'random' }] },
  switch: { type: 'boolean' },
};

/**
 * The JSON Schema of `plumbline.yaml`, with which editors complete and check it: each setting with the help text of
 * its flag.
 */
export function configSchema(): object {
  const flags = new Map(conformanceCommand().options.map((option) => [option.name(), option.description]));
  const properties = Object.entries(SETTINGS).map(([name, setting]) => [
    name,
    { description: describe(name, setting, flags), ...schemaOf(setting) },
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: CONFIG_NAME,
    description: 'Settings of plumbline conformance. Flags win over them.',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

function describe(name: string, { type }: Setting, flags: ReadonlyMap<string, string>): string {
  if (name === TOKEN_VARIABLE) return 'environment variable that holds the bearer token';
  return `${flags.get(name) ?? ''}${type === 'file' ? '; a path from the folder of this file' : ''}`;
}

function schemaOf({ type, among, usual }: Setting): object {
  if (type !== 'list') return SCHEMAS[type];
  const text = { ...TEXT, pattern: '^[^,]+$' };
  const offered = usual === undefined ? text : { anyOf: [{ enum: usual }, text] };
  return { type: 'array', minItems: 1, items: among === undefined ? offered : { enum: among } };
}
