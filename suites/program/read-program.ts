import { Ajv } from 'ajv';
import { lazy } from '../../shared/lazy.ts';
import type { Verb } from '../../spec/surface/operations.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';
import type { CallStep, Program, WatchStep } from './program.ts';
import { ProgramError } from './program-error.ts';

const CALL_VERBS: Readonly<Record<CallStep['verb'], true>> = {
  discover: true,
  create: true,
  get: true,
  list: true,
  listAll: true,
  replace: true,
  patch: true,
  delete: true,
  deleteCollection: true,
  getStatus: true,
  replaceStatus: true,
  patchStatus: true,
};
const WATCH_VERBS: Readonly<Record<WatchStep['verb'], true>> = { watch: true, watchList: true, watchAll: true };

const text = { type: 'string' } as const;
const place = {
  resource: { enum: RESOURCES.map(({ id }) => id) },
  namespace: { anyOf: [{ enum: ['ns1', 'ns11', 'ns2'] }, { type: 'string', pattern: String.raw`^\{\{[\w-]+\}\}$` }] },
  name: text,
  query: { type: 'object' },
  rawQuery: text,
  accept: text,
};
const verbs = (of: Partial<Record<Verb, true>>): object => ({ enum: Object.keys(of) });
const step = (does: string, required: readonly string[], properties: object): object => ({
  if: { required: ['do'], properties: { do: { const: does } } },
  // eslint-disable-next-line unicorn/no-thenable -- JSON Schema's own word
  then: { required, additionalProperties: false, properties: { do: true, ...properties } },
});

const SCHEMA = {
  $defs: {
    program: { type: 'array', items: { $ref: '#/$defs/step' } },
    step: {
      type: 'object',
      required: ['do'],
      properties: { do: { enum: ['call', 'watch', 'await', 'stall', 'resume', 'close', 'together', 'pause'] } },
      allOf: [
        step('call', ['verb', 'resource'], {
          ...place,
          as: text,
          verb: verbs(CALL_VERBS),
          body: true,
          text,
          contentType: text,
          method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
          chunked: { const: true },
          unlabelled: { const: true },
        }),
        step('watch', ['as', 'verb', 'via', 'resource'], {
          ...place,
          as: text,
          verb: verbs(WATCH_VERBS),
          via: { enum: ['path', 'parameter'] },
          contentType: text,
          uncompressed: { const: true },
        }),
        step('await', ['watch', 'until'], {
          watch: text,
          within: { type: 'number', minimum: 0 },
          isDue: { const: true },
          until: {
            type: 'object',
            minProperties: 1,
            additionalProperties: false,
            properties: {
              events: { type: 'integer', minimum: 0 },
              object: text,
              type: text,
              version: true,
              ended: { const: true },
            },
          },
        }),
        ...['stall', 'resume', 'close'].map((does) => step(does, ['watch'], { watch: text })),
        step('together', ['branches'], { branches: { type: 'array', items: { $ref: '#/$defs/program' } } }),
        step('pause', ['ms'], { ms: { type: 'number', minimum: 0 } }),
      ],
    },
  },
  $ref: '#/$defs/program',
};

const validator = lazy(() => new Ajv({ strict: false }).compile(SCHEMA));

/** Checks a program from a file, step by step. Throws a `ProgramError` that names the first invalid step, and why. */
export function readProgram(value: unknown): Program {
  const valid = validator();
  if (valid(value)) return value as Program;
  const [error] = valid.errors ?? [];
  const allowed = (error?.params as { allowedValues?: readonly unknown[] } | undefined)?.allowedValues;
  const extra = (error?.params as { additionalProperty?: string } | undefined)?.additionalProperty;
  const detail = allowed === undefined ? (extra === undefined ? '' : `: '${extra}'`) : `: ${allowed.join(', ')}`;
  throw new ProgramError(
    `the program is wrong at ${error?.instancePath === '' ? 'its top' : (error?.instancePath ?? '?')}: it ${error?.message ?? 'is no program'}${detail}`,
  );
}
