import { JSON_TYPE } from '../../../spec/surface/media-types.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { isObject, type Json, type JsonObject, textAt } from '../../oracle/json.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { judgeAgreement } from '../agreement.ts';
import { callsOf, type ResourceCalled, sent, succeeded } from '../responses.ts';
import { judgeDeleteResponses } from '../delete/delete-responses.ts';
import { discoveries } from './discovery.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { failsInYaml } from './fails-in-yaml.ts';
import { show, violated } from '../findings.ts';
import { existingThrough, listings } from '../listings.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';

/** A media type of responses that must show the same content as JSON. */
export interface ResponseForm {
  readonly type: string;
  /** The part of a JSON value that the form can show; default: all of it. */
  readonly showable?: (content: JsonObject) => JsonObject;
}

/**
 * Judges that successful responses of that form in a rule's own cases are complete: they show the same objects as
 * JSON, with all content.
 */
export function* judgeWholeResponses(
  history: History,
  context: CheckContext,
  rule: string,
  { type, showable }: ResponseForm,
): Iterable<Finding> {
  const isSubject = (exchange: Exchange): boolean =>
    sentFor(exchange, rule) && responseType(exchange) === type && !failsInYaml(exchange, context.choices);
  const lacks = [
    ...objectLacks(history),
    ...listLacks(history),
    ...deleteLacks(history, context),
    ...discoveryLacks(history),
  ];
  for (const { exchange, expected, actual } of lacks.filter((lack) => isSubject(lack.exchange)))
    yield violated(exchange, expected, actual, `${type} is not whole`);
  yield* judgeAgreement(history, {
    role: ({ source, exchange }) => {
      if (source === 'event' || source === 'delete') return undefined;
      return isSubject(exchange) ? 'subject' : responseType(exchange) === JSON_TYPE ? 'reference' : undefined;
    },
    ...(showable === undefined ? {} : { showable }),
  });
}

interface MissingPart {
  readonly exchange: Exchange;
  readonly expected: string;
  readonly actual: string;
}

const OBJECT_VERBS = ['get', 'getStatus', 'create', 'replace', 'patch', 'replaceStatus', 'patchStatus'] as const;

/** Successful responses that do not show the object of the call, by kind, name and uid. */
export function objectLacks(history: History): MissingPart[] {
  return callsOf(history.exchanges, ...OBJECT_VERBS)
    .filter(succeeded)
    .flatMap((exchange) => {
      const value = exchange.response?.body?.value;
      const { kind } = exchange.call.resource;
      const name = nameIn(exchange);
      const isWhole =
        textAt(value, 'kind') === kind &&
        (name === undefined || textAt(value, 'metadata', 'name') === name) &&
        textAt(value, 'metadata', 'uid') !== undefined;
      return isWhole ? [] : [{ exchange, expected: `the ${kind} ${name ?? ''} with its uid`, actual: briefly(value) }];
    });
}

function nameIn(exchange: ResourceCalled): string | undefined {
  return exchange.call.name ?? textAt(sent(exchange), 'metadata', 'name');
}

/** Lists that lack an object that certainly exists. */
function listLacks(history: History): MissingPart[] {
  const observed = observedStateOf(history);
  const known = new Map(listings(history).map((listing) => [listing.exchange.id, listing]));
  return callsOf(history.exchanges, 'list', 'listAll')
    .filter(succeeded)
    .flatMap((exchange) => {
      const listing = known.get(exchange.id);
      if (listing === undefined)
        return [{ exchange, expected: 'a list with its items', actual: briefly(exchange.response?.body?.value) }];
      const isPlain = listing.latest && listing.labels?.length === 0 && listing.fields?.length === 0;
      const missing = isPlain && existingThrough(observed, listing).find(({ id }) => !listing.byKey.has(id));
      if (missing === false || missing === undefined) return [];
      return [{ exchange, expected: `an item named ${missing.name}`, actual: `${listing.items.length} items` }];
    });
}

/** Deletes whose response differs from the JSON response of the same operation. */
function deleteLacks(history: History, { choices }: CheckContext): MissingPart[] {
  return (['delete', 'deleteCollection'] as const).flatMap((verb) => {
    const calls = callsOf(history.exchanges, verb).filter(succeeded);
    const faultOf = (exchange: Exchange): Finding | undefined =>
      [...judgeDeleteResponses({ exchanges: [exchange] }, choices, verb)].find(({ outcome }) => outcome === 'violated');
    const isRightInJson = calls.some((call) => responseType(call) === JSON_TYPE && faultOf(call) === undefined);
    return calls.flatMap((exchange) => {
      const fault = isRightInJson ? faultOf(exchange) : undefined;
      return fault?.outcome === 'violated' ? [{ exchange, expected: fault.expected, actual: fault.actual }] : [];
    });
  });
}

/** Discovery that lacks a resource which the same path lists in JSON. */
function discoveryLacks(history: History): MissingPart[] {
  const shown = new Map(discoveries(history).map((each) => [each.exchange.id, each.entries]));
  const calls = history.exchanges.filter((exchange) => exchange.call?.verb === 'discover' && succeeded(exchange));
  return calls.flatMap((exchange) => {
    const twin = calls.find((each) => responseType(each) === JSON_TYPE && each.request.path === exchange.request.path);
    const names = [...(shown.get(twin?.id ?? 0)?.keys() ?? [])];
    const missing = names.find((name) => shown.get(exchange.id)?.has(name) !== true);
    return missing === undefined
      ? []
      : [
          {
            exchange,
            expected: `the resource ${missing}, as in JSON`,
            actual: briefly(exchange.response?.body?.value),
          },
        ];
  });
}

function briefly(value: Json | undefined): string {
  return isObject(value) ? `a ${textAt(value, 'kind') ?? 'body without a kind'}` : show(value);
}
