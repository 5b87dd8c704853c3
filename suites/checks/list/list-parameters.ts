import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { brokeDown, type ResourceCalled, statusOf, turnedDown } from '../responses.ts';
import { listsAtVersion } from '../lists-at-version.ts';

/** The largest value of an int32. */
const MOST_SECONDS = 2 ** 31 - 1;
/** A key or a value of a label, without a prefix. */
const WORD = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const LABEL = `!?${WORD}|${WORD}!?=${WORD}|${WORD} (?:not)?in \\(${WORD}(?:,${WORD})*\\)`;
const BY_LABELS = new RegExp(`^(?:(?:${LABEL})(?:,(?:${LABEL}))*)?$`);
const BY_NAME = /^metadata\.name(?:space)?!?=[a-z0-9.-]+$/;

const isFlag = (value: string): boolean => value === 'true' || value === 'false';

/** The parameters of lists, watches and collection deletes, and their values that no server has a reason to refuse. */
const PLAIN: Readonly<Record<string, (value: string) => boolean>> = {
  pretty: isFlag,
  includeUninitialized: isFlag,
  watch: isFlag,
  labelSelector: (value) => BY_LABELS.test(value),
  fieldSelector: (value) => value === '' || value.split(',').every((field) => BY_NAME.test(field)),
  resourceVersion: () => true,
  timeoutSeconds: (value) => /^[1-9]\d*$/.test(value) && Number(value) <= MOST_SECONDS,
};

/**
 * The names of a call's parameters in alphabetical order; `undefined` if it has none, or one that a server may
 * refuse. The caller must check versions.
 *
 *     pretty=true&timeoutSeconds=30   ->  'pretty timeoutSeconds'
 *     fieldSelector=spec.nodeName=a   ->  undefined: not every kind has that field
 */
export function plainParameters(exchange: ResourceCalled, choices: DialectChoices): string | undefined {
  const given = [...exchange.request.query];
  if (given.length === 0 || !given.every(([name, value]) => PLAIN[name]?.(value) === true)) return undefined;
  const fields = exchange.request.query.get('fieldSelector') ?? '';
  if (fields !== '' && !mustSelectBy(fields, exchange, choices)) return undefined;
  return given
    .map(([name]) => name)
    .sort()
    .join(' ');
}

/** A kind without namespaces need not know the field of the namespace. */
function mustSelectBy(fields: string, { call }: ResourceCalled, choices: DialectChoices): boolean {
  const { operation, resource } = call;
  if (!resource.namespaced && fields.includes('metadata.namespace')) return false;
  if (operation.verb === 'watch' && choices['watch.field-selector-on-name'] === 'refused') return false;
  return choices['selectors.field-names'] === 'name-and-namespace';
}

/** Expired versions and timeouts. They are not the parameter's fault. */
const LAPSED: ReadonlySet<number> = new Set([410, 504]);

/** Codes that say that a path, a method or a media type is not served. */
const UNSERVED: ReadonlySet<number> = new Set([404, 405, 406]);

/**
 * Whether a call is refused, or causes a server error, because of its parameters. A refusal that says that the call is
 * not served is because of them if the server serves it without some of them, before and after.
 */
export function refusesParameters(history: History, exchange: Exchange): boolean {
  const status = statusOf(exchange);
  if (UNSERVED.has(status)) return isServedWithout(history, exchange);
  return (turnedDown(exchange) || brokeDown(exchange)) && !LAPSED.has(status);
}

function isServedWithout({ exchanges }: History, { call, request, began, ended }: Exchange): boolean {
  const served = exchanges.filter(
    (other) =>
      other.request.path === request.path &&
      other.request.method === request.method &&
      other.call?.watching === call?.watching &&
      other.request.headers.get('accept') === request.headers.get('accept') &&
      statusOf(other) === 200 &&
      [...request.query.keys()].some((name) => !other.request.query.has(name)),
  );
  // The object or namespace of the path may have gone, or may come later.
  return served.some((other) => other.began < began) && served.some((other) => other.ended > ended);
}

/**
 * Whether a call names no version, or one that the server issued before. That is a version of an object or list of
 * the same kind, in the same namespace or a wider scope. A server may refuse other versions. A list may also name 0,
 * which means any version.
 */
export function isServedVersion(history: History, { call, began, request }: ResourceCalled): boolean {
  const version = request.query.get('resourceVersion') ?? '';
  if (version === '' || (version === '0' && !call.watching)) return true;
  const written = observedStateOf(history).writes.some(
    ({ response, key, exchange }) =>
      key?.kind === call.resource.kind &&
      (call.namespace === undefined || call.namespace === key.namespace) &&
      response?.version === version &&
      exchange.ended < began,
  );
  return written || listsAtVersion(history, { call }, version).some((list) => list.ended < began);
}
