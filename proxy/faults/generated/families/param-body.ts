import { JSON_TYPE, PROTOBUF_TYPE, YAML_TYPE } from '../../../../spec/surface/media-types.ts';
import type { Bendable, FaultyRequest, Hooks } from '../../fault.ts';
import { MAY_REFUSE_PROTOBUF } from '../allowances.ts';
import { takenFor, type Picks } from '../bends.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { isOf, type FaultyOperation } from '../on-operation.ts';
import { queryLike, valuesLike } from '../query-like.ts';
import type { WitnessRequest } from '../witness.ts';
import { callOf } from '../witness-of-call.ts';
import { dropOption, optionInBody, optionsLike } from './delete-options.ts';
import { type ParamDefect, witnessOf } from './param-way.ts';
import { anyWays, DELETE_WAYS } from './param-ways.ts';
import { optionsText, readingProtobufOptions } from './protobuf-options.ts';

/** A media type of delete options. */
interface OptionsForm {
  readonly id: string;
  readonly type: string;
  /** The body of a witness; `undefined` if the form cannot give the options these values. */
  readonly bodyOf: (options: Bendable) => unknown;
  /** Makes hooks that change JSON change options of this type. */
  readonly reading: (hooks: Hooks) => Hooks;
}

const enveloped = (options: Bendable): Bendable => ({ kind: 'DeleteOptions', apiVersion: 'v1', ...options });

const JSON_FORM: OptionsForm = {
  id: 'json',
  type: JSON_TYPE,
  bodyOf: enveloped,
  reading: (hooks) => hooks,
};

const FORMS: readonly OptionsForm[] = [
  JSON_FORM,
  { ...JSON_FORM, id: 'yaml', type: YAML_TYPE, reading: (hooks) => ({ ...hooks, yaml: true }) },
  {
    id: 'protobuf',
    type: PROTOBUF_TYPE,
    bodyOf: optionsText,
    reading: readingProtobufOptions,
  },
];

const NOT_NAMED =
  'Other shapes: DeleteOptions has `gracePeriodSeconds`, `orphanDependents` and `propagationPolicy`. No sentence has `preconditions`.';
const OF_COLLECTION =
  'Parameters: a collection delete takes the parameters of lists. No sentence says what the options in its body do.';

const DELETES = 'semantics.6.1';

/** Faulty behaviours for the preconditions of a delete, which only a body can have. */
const PRECONDITION_WAYS: readonly ParamDefect[] = [
  ...anyWays('preconditions.uid={uid:0}', DELETES).map((way) =>
    way.how === 'refused' ? { ...way, allowed: NOT_NAMED } : way,
  ),
  {
    how: 'ignored',
    query: 'preconditions.uid=00000000-0000-4000-8000-000000000000',
    does: 'is carried out without its preconditions',
    clause: DELETES,
    allowed: NOT_NAMED,
    hooks: (picks) => takenFor(picks, (request) => dropOption(request, 'preconditions')),
  },
];

/** Options that exclude each other, one in the body and one in the query. */
const SPLIT_WAYS: readonly (readonly [option: string, ways: readonly ParamDefect[]])[] = [
  ['propagationPolicy', 'propagationPolicy=Orphan', 'orphanDependents=true'],
  ['orphanDependents', 'orphanDependents=true', 'propagationPolicy=Orphan'],
].map(([option = '', query = '', beside = '']) => [
  option,
  [
    {
      how: 'taken-beside-the-other-in-the-query',
      query,
      beside,
      does: `and \`${beside}\` in the query is carried out`,
      clause: 'errors.4',
      hooks: (picks) => takenFor(picks, (request) => dropOption(request, 'propagationPolicy')),
    },
  ],
]);

const OPTION_WAYS = [...Object.entries(DELETE_WAYS), ['preconditions', PRECONDITION_WAYS] as const, ...SPLIT_WAYS];

/** Each delete option in a body of each type is refused, ignored, read as another value, or without effect. */
export function* bodyOptionFaults(subject: FaultyOperation): Iterable<GeneratedFault> {
  const isCollection = subject.operation.verb === 'deleteCollection';
  if (subject.operation.verb !== 'delete' && !isCollection) return;
  for (const form of isCollection ? [JSON_FORM] : FORMS) {
    for (const [option, ways] of OPTION_WAYS) {
      for (const way of ways.filter((each) => canHave(form, each) && (each.on?.(subject) ?? true)))
        yield faultOf(subject, option, form, way);
    }
  }
}

function canHave({ bodyOf }: OptionsForm, { query }: ParamDefect): boolean {
  return bodyOf(optionsLike(query)) !== undefined;
}

function faultOf(subject: FaultyOperation, option: string, form: OptionsForm, way: ParamDefect): GeneratedFault {
  const { operation, label } = subject;
  const [has, isBeside] = [valuesLike(way.query, optionInBody), queryLike(way.beside ?? '')];
  const picks: Picks = (request) =>
    isOf(request, operation) && isIn(request, form) && has(request) && isBeside(request);
  const allowed = allowedBy(subject, option, form, way);
  return {
    name: `param/${label}/${option}/${form.id}-body/${way.how}`,
    family: 'param',
    summary: `${operation.id} with options like \`${JSON.stringify(optionsLike(way.query))}\` in a body of ${form.type} ${way.does}.`,
    operations: [operation.id],
    clause: way.clause,
    ...(allowed === undefined ? {} : { allowed }),
    witness: witnessOf(subject, way, callWith(subject, form, way)),
    hooks: () => form.reading(way.hooks(picks)),
  };
}

/** Whether the body of a request is of the type; JSON is the default. */
function isIn({ headers }: FaultyRequest, { type }: OptionsForm): boolean {
  return (headers['content-type'] ?? JSON_TYPE).split(';')[0]?.trim() === type;
}

function callWith(
  subject: FaultyOperation,
  { type, bodyOf }: OptionsForm,
  { query, beside }: ParamDefect,
): WitnessRequest {
  return { ...callOf(subject, beside), headers: { 'content-type': type }, body: bodyOf(optionsLike(query)) };
}

function allowedBy(
  { operation }: FaultyOperation,
  option: string,
  { type }: OptionsForm,
  way: ParamDefect,
): string | undefined {
  const isRefused = way.how.endsWith('refused');
  const isDeprecated = option === 'orphanDependents';
  const isUndone = way.how.endsWith('undone') && option !== 'preconditions';
  if (operation.verb === 'deleteCollection' && (isRefused ? isDeprecated : !isUndone)) return OF_COLLECTION;
  return isRefused && type === PROTOBUF_TYPE ? MAY_REFUSE_PROTOBUF : way.allowed;
}
