import { CORE_SCHEMA, dump, load } from 'js-yaml';
import { parsedJson } from '../../shared/json.ts';
import type { Hooks } from './fault.ts';

/** The value of a JSON body, or of a YAML body if the hooks bend those too. */
export function valueOf(raw: Buffer, type: string, { yaml }: Hooks): unknown {
  if (yaml !== true || !type.includes('yaml')) return jsonOf(raw, type);
  try {
    return load(raw.toString('utf8'), { schema: CORE_SCHEMA });
  } catch {
    return undefined;
  }
}

export function textOf(value: unknown, type = 'application/json', indent = 0): string {
  return type.includes('yaml')
    ? dump(value, { forceQuotes: true, quoteStyle: 'double', noRefs: true, lineWidth: -1 })
    : `${JSON.stringify(value, null, indent)}\n`;
}

export function jsonOf(raw: Buffer, type: string): unknown {
  return type.includes('json') ? parsedJson(raw.toString('utf8')) : undefined;
}
