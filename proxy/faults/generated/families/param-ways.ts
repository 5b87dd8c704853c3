import type { ParamDefect } from './param-way.ts';
import { isWrite, type Verb } from '../../../../spec/surface/operations.ts';
import { everyObject, metadataOf } from '../../bend.ts';
import type { FaultyRequest } from '../../fault.ts';
import { emptied, refused, takenFor, undone } from '../bends.ts';
import type { FaultyOperation } from '../on-operation.ts';
import { dropOption, setOption } from './delete-options.ts';
import { dependantWays } from './param-dependants.ts';
import { staleHooks, staleWitness } from './param-stale.ts';
import { TIMEOUT_WAYS, timedWatch } from './param-timeout.ts';

const isWatch = ({ operation }: FaultyOperation): boolean => operation.response === 'WatchEvent';
const isList = ({ operation }: FaultyOperation): boolean => operation.verb === 'list' || operation.verb === 'listAll';
const isWriting = ({ operation }: FaultyOperation): boolean => isWrite(operation.verb);
/** Whether deletes of the resource have a grace period by default. */
const isGraceful = ({ resource }: FaultyOperation): boolean => resource.kind === 'Pod';

const drop =
  (name: string) =>
  (request: FaultyRequest): void =>
    request.query.delete(name);
const bendValue =
  (name: string, bend: (value: string) => string) =>
  (request: FaultyRequest): void =>
    request.query.set(name, bend(request.query.get(name) ?? ''));
const whereAbsent =
  (name: string, value: string) =>
  (request: FaultyRequest): void => {
    if (!request.query.has(name)) request.query.set(name, value);
  };
const set =
  (name: string, value: string) =>
  (request: FaultyRequest): void =>
    request.query.set(name, value);

const withoutGrace = (request: FaultyRequest): void => setOption(request, 'gracePeriodSeconds', '0');

/**
 * The faulty behaviours for any parameter: the request is refused, acknowledged without effect, or gets an empty
 * response.
 */
export function anyWays(query: string, clause: string, tag = ''): readonly ParamDefect[] {
  return [
    { how: `${tag}refused`, query, does: 'is refused', clause, hooks: refused },
    { how: `${tag}undone`, query, does: 'is acknowledged, but not carried out', clause, hooks: undone, on: isWriting },
    {
      how: `${tag}emptied`,
      query,
      does: 'gets a response without items or events',
      clause,
      hooks: emptied,
      on: (subject) => isList(subject) || isWatch(subject),
    },
  ];
}

function taken(
  how: string,
  query: string,
  does: string,
  clause: string,
  bend: (request: FaultyRequest) => void,
  on?: ParamDefect['on'],
): ParamDefect {
  return { how, query, does, clause, hooks: (picks) => takenFor(picks, bend), ...(on === undefined ? {} : { on }) };
}

/** The clause about pretty responses of an operation. */
function prettyClause(verb: Verb): string {
  if (verb === 'delete') return 'parameters.delete.pretty';
  if (verb === 'get' || verb === 'getStatus') return 'parameters.read.pretty';
  return isWrite(verb) && verb !== 'deleteCollection' ? 'parameters.write.pretty' : 'parameters.list.pretty';
}

function prettyWays({ operation }: FaultyOperation): readonly ParamDefect[] {
  const clause = prettyClause(operation.verb);
  return [
    ...anyWays('pretty=true', clause),
    ...anyWays('pretty=false', clause, 'false-'),
    taken(
      'ignored',
      'pretty=true',
      'gets a response on one line',
      clause,
      drop('pretty'),
      (subject) => !isWatch(subject),
    ),
    {
      ...taken(
        'false-taken-for-true',
        'pretty=false',
        'gets indented JSON',
        clause,
        set('pretty', 'true'),
        (subject) => !isWatch(subject),
      ),
      allowed:
        'Parameter sets: "If `true`, pretty-printed output" says nothing of other values, and white space is no part of a JSON value.',
    },
    {
      how: 'labels-dropped',
      query: 'pretty=true',
      does: 'gets objects that lack their labels',
      clause,
      hooks: (picks) => everyObject((object, request) => void (picks(request) && delete metadataOf(object)['labels'])),
      on: ({ operation: { response } }) => response !== 'Status',
    },
  ];
}

const L = 'parameters.list';
const SELECTED = 'labelSelector=app%3Da';
const NAMED = 'fieldSelector=metadata.name%3Db';

const NO_FRESHNESS = 'Parameter sets: "`0` means the cached state with no freshness guarantee".';
const NO_MOMENT =
  'Parameter sets: "With watch: changes after that version", and no response has the version 0; the document gives it a meaning for lists only.';

/**
 * A collection delete may read a cached state and find nothing. The document leaves open whether a watch may begin at
 * 0.
 */
function zeroWays(): readonly ParamDefect[] {
  return anyWays('resourceVersion=0', `${L}.resource-version.4`, 'zero-').flatMap((way): readonly ParamDefect[] => {
    if (way.how === 'zero-undone') return [{ ...way, allowed: NO_FRESHNESS }];
    if (way.how !== 'zero-refused') return [];
    return [
      { ...way, on: (subject) => !isWatch(subject) },
      { ...way, on: isWatch, allowed: NO_MOMENT },
    ];
  });
}

const LIST_WAYS: Readonly<Record<string, readonly ParamDefect[]>> = {
  labelSelector: [
    ...anyWays(SELECTED, `${L}.label-selector`),
    taken(
      'ignored',
      'labelSelector=app%3Db',
      'is carried out without that parameter',
      `${L}.label-selector`,
      drop('labelSelector'),
    ),
    taken(
      'inverted',
      'labelSelector=app%3Db',
      'selects the objects that do not match',
      `${L}.label-selector`,
      bendValue('labelSelector', (value) => value.replace(/^([^=!,()]+)==?/, '$1!=')),
    ),
    taken(
      'presence-only',
      'labelSelector=app%3Db',
      'selects all objects that have the label',
      `${L}.label-selector`,
      bendValue('labelSelector', (value) => value.replaceAll(/([^=!,()]+)==?[^,]*/g, '$1')),
    ),
    ...anyWays('labelSelector=', `${L}.label-selector`, 'empty-'),
  ],
  fieldSelector: [
    ...anyWays('fieldSelector=metadata.name%3Da', `${L}.field-selector`).map((way) => ({
      ...way,
      on: (subject: FaultyOperation) => subject.resource.namespaced && (way.on?.(subject) ?? true),
    })),
    taken(
      'ignored',
      NAMED,
      'is carried out without that parameter',
      `${L}.field-selector`,
      drop('fieldSelector'),
      ({ resource }) => resource.namespaced,
    ),
    taken(
      'inverted',
      NAMED,
      'selects the objects that do not match',
      `${L}.field-selector`,
      bendValue('fieldSelector', (value) => value.replace(/^([^=!,]+)==?/, '$1!=')),
      ({ resource }) => resource.namespaced,
    ),
    ...anyWays('fieldSelector=', `${L}.field-selector`, 'empty-'),
  ],
  includeUninitialized: [
    ...anyWays('includeUninitialized=true', `${L}.include-uninitialized`),
    ...anyWays('includeUninitialized=false', `${L}.include-uninitialized`, 'false-'),
  ],
  watch: [
    ...anyWays('watch=false', `${L}.optional`, 'false-').map((way) => ({
      ...way,
      on: (subject: FaultyOperation) => !isWatch(subject) && (way.on?.(subject) ?? true),
    })),
    taken('false-taken-for-true', 'watch=false', 'gets a watch', `${L}.watch.1`, set('watch', 'true'), isList),
    {
      how: 'refused',
      query: 'watch=true',
      does: 'is refused',
      clause: `${L}.watch.1`,
      hooks: refused,
      on: (subject) => isWatch(subject) || isList(subject),
    },
    taken('ignored', 'watch=true', 'gets a list', `${L}.watch.1`, drop('watch'), isList),
    {
      how: 'emptied',
      query: 'watch=true',
      does: 'gets a response without events',
      clause: `${L}.watch.1`,
      hooks: emptied,
      on: (subject) => isWatch(subject) || isList(subject),
    },
  ],
  resourceVersion: [
    ...anyWays('resourceVersion={version:0}', `${L}.resource-version.5`).map((way) => ({
      ...way,
      clause: way.how === 'undone' ? 'rules.4' : way.clause,
    })),
    ...zeroWays(),
    taken(
      'ignored',
      'resourceVersion={version:0}',
      'begins with the existing objects',
      `${L}.resource-version.1`,
      drop('resourceVersion'),
      isWatch,
    ),
    {
      how: 'stale',
      query: 'resourceVersion={version:0}',
      does: 'gets the list before the last write',
      clause: `${L}.resource-version.5`,
      hooks: staleHooks,
      witness: (subject) => staleWitness(subject, '{version:4}'),
      on: isList,
    },
    {
      how: 'zero-stale',
      query: 'resourceVersion=0',
      does: 'gets the list before the last write',
      clause: `${L}.resource-version.4`,
      allowed: NO_FRESHNESS,
      hooks: staleHooks,
      witness: (subject) => staleWitness(subject, '0'),
      on: isList,
    },
  ],
  timeoutSeconds: [
    ...anyWays('timeoutSeconds=1', `${L}.timeout-seconds`),
    ...anyWays('timeoutSeconds=2147483647', 'limits.timeout-seconds', 'largest-')
      .filter(({ how }) => how !== 'largest-emptied')
      .map((way) => ({ ...way, on: (subject: FaultyOperation) => !isWatch(subject) && (way.on?.(subject) ?? true) })),
    ...TIMEOUT_WAYS.map((way) => ({
      ...way,
      on: isWatch,
      witness: (subject: FaultyOperation) => timedWatch(subject, way.query),
    })),
  ],
};

const READ_WAYS: Readonly<Record<string, readonly ParamDefect[]>> = {
  export: [
    ...anyWays('export=true', 'parameters.read.export'),
    ...anyWays('export=false', 'parameters.read.export', 'false-'),
    taken('ignored', 'export=true', 'gets the stored object', 'parameters.read.export', drop('export')),
    taken('false-taken-for-true', 'export=false', 'gets an export', 'parameters.read.export', set('export', 'true')),
    taken(
      'absent-taken-for-true',
      '',
      'gets an export unless the query says otherwise',
      'parameters.read.export',
      whereAbsent('export', 'true'),
    ),
  ],
  exact: [
    ...anyWays('export=true&exact=true', 'parameters.read.exact'),
    ...anyWays('exact=true', 'parameters.read.optional', 'alone-'),
    ...anyWays('export=true&exact=false', 'parameters.read.exact', 'false-'),
    taken(
      'ignored',
      'export=true&exact=true',
      'gets an export that is not exact',
      'parameters.read.exact',
      drop('exact'),
    ),
    taken(
      'false-taken-for-true',
      'export=true&exact=false',
      'gets an exact export',
      'parameters.read.exact',
      set('exact', 'true'),
    ),
    taken(
      'absent-taken-for-true',
      'export=true',
      'gets an exact export unless the query says otherwise',
      'parameters.read.exact',
      whereAbsent('exact', 'true'),
    ),
    taken('alone-taken-for-export', 'exact=true', 'gets an export', 'parameters.read.export', set('export', 'true')),
  ],
};

export const DELETE_WAYS: Readonly<Record<string, readonly ParamDefect[]>> = {
  gracePeriodSeconds: [
    ...anyWays('gracePeriodSeconds=0', 'parameters.delete.grace-period-seconds.2'),
    ...anyWays('gracePeriodSeconds=3', 'parameters.delete.grace-period-seconds.1', 'positive-'),
    taken(
      'ignored',
      'gracePeriodSeconds=0',
      'is carried out with the default of the kind',
      'parameters.delete.grace-period-seconds.2',
      (request) => dropOption(request, 'gracePeriodSeconds'),
      isGraceful,
    ),
    taken(
      'positive-taken-for-zero',
      'gracePeriodSeconds=3',
      'is carried out at once',
      'parameters.delete.grace-period-seconds.1',
      withoutGrace,
      isGraceful,
    ),
    taken(
      'negative-taken',
      'gracePeriodSeconds=-1',
      'is carried out at once',
      'parameters.delete.grace-period-seconds.1',
      withoutGrace,
    ),
    taken(
      'beyond-int32-taken',
      'gracePeriodSeconds=2147483648',
      'is carried out at once',
      'limits.grace-period-seconds',
      withoutGrace,
    ),
    taken(
      'word-taken',
      'gracePeriodSeconds=soon',
      'is carried out at once',
      'limits.grace-period-seconds',
      withoutGrace,
    ),
  ],
  ...dependantWays(anyWays),
};

/** The faulty behaviours for a parameter that can show on an operation. */
export function waysOf(parameter: string, subject: FaultyOperation): readonly ParamDefect[] {
  const ways =
    parameter === 'pretty' ? prettyWays(subject) : ({ ...LIST_WAYS, ...READ_WAYS, ...DELETE_WAYS }[parameter] ?? []);
  return ways.filter(({ on }) => on?.(subject) ?? true);
}
