import { existsSync } from 'node:fs';
import { Ajv } from 'ajv';
import { lazy } from '../../../shared/lazy.ts';
import { dump } from 'js-yaml';
import { replaceFile } from '../../log/replace-file.ts';
import type { DifferenceCause } from './causes.ts';
import { readYamlFile } from './read-yaml-file.ts';
import { RulesFileError } from './rules-file-error.ts';

/** A cause that a person has reviewed and accepts. */
export interface AcceptedCause {
  readonly cause: string;
  /** In words, for the reader; only `cause` is compared. */
  readonly what: string;
  readonly reason: string;
}

const text = { type: 'string' } as const;
const SCHEMA = {
  type: 'object',
  required: ['format', 'accepted'],
  additionalProperties: false,
  properties: {
    format: { const: 1 },
    accepted: {
      type: 'array',
      items: {
        type: 'object',
        required: ['cause', 'what', 'reason'],
        additionalProperties: false,
        properties: { cause: { type: 'string', pattern: '^[0-9a-f]{12}$' }, what: text, reason: text },
      },
    },
  },
};
const validator = lazy(() =>
  new Ajv({ strict: false }).compile<{ readonly format: 1; readonly accepted: readonly AcceptedCause[] }>(SCHEMA),
);

/** The accepted causes of a baseline file. Rejects with a `RulesFileError`. */
export async function readAccepted(path: string): Promise<readonly AcceptedCause[]> {
  return (await readYamlFile(path, validator(), 'a baseline of differences')).accepted;
}

/**
 * Writes a baseline that accepts these causes: known ones keep their reasons, others are removed. The file is
 * replaced as a whole. Rejects with a `RulesFileError`.
 */
export async function updateAccepted(
  path: string,
  causes: readonly DifferenceCause[],
): Promise<{ readonly added: number; readonly removed: number; readonly kept: number }> {
  const known = new Map((existsSync(path) ? await readAccepted(path) : []).map((each) => [each.cause, each]));
  const accepted = causes.map(
    (cause) =>
      known.get(cause.fingerprint) ?? { cause: cause.fingerprint, what: inWords(cause), reason: 'not looked at yet' },
  );
  try {
    await replaceFile(path, dump({ format: 1, accepted }, { lineWidth: 160 }));
  } catch (error) {
    throw new RulesFileError(`cannot write ${path}: ${(error as Error).message}`);
  }
  const kept = causes.filter(({ fingerprint }) => known.has(fingerprint)).length;
  return { added: causes.length - kept, removed: known.size - kept, kept };
}

/** `value at $.data.k of GET /api/v1/namespaces/{namespace}/configmaps/{name}`. */
export function inWords({ kind, field, operation }: Pick<DifferenceCause, 'kind' | 'field' | 'operation'>): string {
  if (field === '$') return `${kind} object in ${operation}`;
  return kind === field ? `${kind} of ${operation}` : `${kind} at ${field} of ${operation}`;
}
