import { JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { CHUNKED } from '../../../shared/exchange-log/chunked-header.ts';
import type { HeaderPair } from '../../../shared/exchange-log/exchange-log.ts';
import { operationFor, type Verb } from '../../../spec/surface/operations.ts';
import { type Resource, resourceById } from '../../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import type { TargetRequest } from '../../target/target.ts';
import { encodeBody } from './encode.ts';
import { type Bindings, expand, expandText, labelled } from './expand.ts';
import type { CallStep, NamespacePlace, NamespaceSlot, Template, WatchStep } from '../../program/program.ts';
import { ProgramError } from '../../program/program-error.ts';
import { isNamed, type SlotNamespaces } from '../namespaces/slot-namespaces.ts';

/** A step in its wire form. */
export interface WireCall extends TargetRequest {
  /** Path without the query. */
  readonly path: string;
  /** The body before encoding; absent if there is none, or if it was given as text. */
  readonly value: Json | undefined;
}

/** Servers delete the objects of a collection one after another; some cases have more than a thousand. */
const OF_COLLECTIONS = 6;

/** The request of a call step. Placeholders without a value are listed in `missing`. A create gets the `labels`. */
export function callRequest(
  step: CallStep,
  slot: SlotNamespaces,
  labels: JsonObject,
  bindings: Bindings,
  missing: string[],
): WireCall {
  const shape = shapeOf(step);
  const path = filledPath(shape.path, step.namespace, step.name, slot, bindings, missing);
  const contentType = step.contentType ?? JSON_TYPE;
  const value =
    step.body === undefined || step.text !== undefined
      ? undefined
      : bodyValue(step, step.body, labels, bindings, missing);
  const body =
    step.text === undefined
      ? value === undefined
        ? undefined
        : encodeBody(value, contentType)
      : expandText(step.text, bindings, missing);
  const method = step.method ?? shape.method;
  // A read has no body, and may have a media type all the same.
  const saidType = method === 'GET' ? step.contentType : undefined;
  return {
    method,
    path,
    target: path + queryText(step, queryPairs(step.query ?? {}, bindings, missing), bindings, missing),
    headers: headersOf(step, body === undefined ? saidType : contentType),
    value,
    ...(body === undefined ? {} : { body }),
    ...(step.verb === 'deleteCollection' ? { slowness: OF_COLLECTIONS } : {}),
  };
}

/**
 * The request of a watch step: its `/watch/` path, or `watch=true` on the collection. A watch of one object by
 * parameter is the collection with `fieldSelector=metadata.name=...`, before any field selector of the step's own.
 */
export function watchRequest(step: WatchStep, slot: SlotNamespaces, bindings: Bindings, missing: string[]): WireCall {
  const byPath = step.via === 'path';
  const verb: Verb = byPath ? step.verb : step.verb === 'watchAll' ? 'listAll' : 'list';
  const path = filledPath(
    operationPath(resourceById(step.resource), verb),
    step.namespace,
    byPath ? step.name : undefined,
    slot,
    bindings,
    missing,
  );
  const own = queryPairs(step.query ?? {}, bindings, missing);
  const pairs = byPath ? own : [['watch', 'true'] as const, ...named(step, own, bindings, missing)];
  return {
    method: 'GET',
    path,
    target: path + queryText(step, pairs, bindings, missing),
    headers: headersOf(step, step.contentType),
    value: undefined,
  };
}

function named(
  step: WatchStep,
  own: readonly QueryPair[],
  bindings: Bindings,
  missing: string[],
): readonly QueryPair[] {
  if (step.verb !== 'watch') return own;
  const name = `metadata.name=${expandText(step.name ?? '', bindings, missing)}`;
  const given = own.filter(([key]) => key === 'fieldSelector').map(([, value]) => value);
  return [['fieldSelector', [name, ...given].join(',')], ...own.filter(([key]) => key !== 'fieldSelector')];
}

function bodyValue(step: CallStep, body: Template, labels: JsonObject, bindings: Bindings, missing: string[]): Json {
  const value = expand(body, bindings, missing);
  return step.verb === 'create' && step.unlabelled !== true ? labelled(value, labels) : value;
}

interface RequestShape {
  readonly method: string;
  readonly path: string;
}

function shapeOf(step: CallStep): RequestShape {
  const resource = resourceById(step.resource);
  if (step.verb === 'discover') return { method: 'GET', path: resource.prefix };
  const operation = operationFor(resource.id, step.verb);
  if (operation === undefined) throw new ProgramError(`${resource.id} has no ${step.verb}`);
  return operation;
}

function operationPath(resource: Resource, verb: Verb): string {
  const operation = operationFor(resource.id, verb);
  if (operation === undefined) throw new ProgramError(`${resource.id} has no ${verb}`);
  return operation.path;
}

function filledPath(
  template: string,
  namespace: NamespacePlace | undefined,
  name: string | undefined,
  slot: SlotNamespaces,
  bindings: Bindings,
  missing: string[],
): string {
  return template.replaceAll(/\{(namespace|name)\}/g, (_, hole: string) => {
    const text = hole === 'name' ? name : namespace;
    if (text === undefined) throw new ProgramError(`a step on ${template} gives no ${hole}`);
    const isExpanded = hole === 'name' || isNamed(text as NamespacePlace);
    const real = isExpanded ? expandText(text, bindings, missing) : slot[text as NamespaceSlot];
    if (real === undefined) missing.push(`the run has no namespace '${text}'`);
    return encodeURIComponent(real ?? '');
  });
}

type QueryPair = readonly [name: string, value: string];

function queryPairs(query: Readonly<Record<string, Template>>, bindings: Bindings, missing: string[]): QueryPair[] {
  return Object.entries(query).flatMap(([name, template]) => {
    const value = expand(template, bindings, missing);
    const values: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return values.map((item): QueryPair => [
      expandText(name, bindings, missing),
      typeof item === 'string' ? item : JSON.stringify(item),
    ]);
  });
}

/** The order of parameters means nothing, so half of the operations get them reversed; repeated ones keep theirs. */
function queryText(
  { verb, resource, rawQuery = '' }: CallStep | WatchStep,
  pairs: readonly QueryPair[],
  bindings: Bindings,
  missing: string[],
): string {
  const names = pairs.map(([name]) => name);
  const reverse = isOdd(`${verb} ${resource}`) && new Set(names).size === names.length;
  const parts = (reverse ? pairs.toReversed() : pairs).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const text = [...parts, expandText(rawQuery, bindings, missing)].filter((part) => part !== '').join('&');
  return text === '' ? '' : `?${text}`;
}

/**
 * The headers of a step. Their names have no case, and clients differ: names are sent in lower case where a media type
 * is not JSON, so that the server must read them, and in half of the other forms of each operation. Clients written in
 * Go accept gzip in each request, and half of the forms do. The same step is always spelled alike, so that a replayed
 * or smaller case sends the same bytes.
 */
function headersOf(step: CallStep | WatchStep, contentType: string | undefined): HeaderPair[] {
  const { verb, resource, accept = JSON_TYPE } = step;
  const isLower =
    accept !== JSON_TYPE ||
    (contentType ?? JSON_TYPE) !== JSON_TYPE ||
    isOdd(`${verb} ${resource} ${contentType ?? ''}`);
  const headers: HeaderPair[] = [];
  if (accept !== '') headers.push([isLower ? 'accept' : 'Accept', accept]);
  if (contentType !== undefined && contentType !== '')
    headers.push([isLower ? 'content-type' : 'Content-Type', contentType]);
  if (acceptsGzip(step)) headers.push([isLower ? 'accept-encoding' : 'Accept-Encoding', 'gzip']);
  if ('chunked' in step && (step.body !== undefined || step.text !== undefined)) headers.push(CHUNKED);
  return headers;
}

/** Half of the forms of requests accept gzip, and those of one path differ. */
function acceptsGzip(step: CallStep | WatchStep): boolean {
  const { verb, resource, accept = JSON_TYPE, name = '', query = {} } = step;
  if ('uncompressed' in step) return false;
  return sumOf(`${verb} ${resource} ${accept} ${name} ${JSON.stringify(query)}`) % 4 >= 2;
}

function isOdd(text: string): boolean {
  return sumOf(text) % 2 === 1;
}

function sumOf(text: string): number {
  return Buffer.from(text).reduce((sum, byte) => sum + byte, 0);
}
