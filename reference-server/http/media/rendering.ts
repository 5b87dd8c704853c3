import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { columnsOf } from '../../resources/printing/printed-columns.ts';
import type { PrintedColumn } from '../../resources/printing/printed-cells.ts';
import { type HandlerResponse, valueResponse } from '../handler-response.ts';
import type { EventStream } from './codecs.ts';
import { shownObject } from '../../objects/stored-object.ts';

/** Another shape of objects for clients of later releases, requested by `as`, `g` and `v` in the Accept header. */
export interface Rendering {
  readonly shape: 'table' | 'metadata';
  readonly apiVersion: string;
}

/** The part of each object in a table's rows, by `includeObject` in the query. */
export type Included = 'None' | 'Metadata' | 'Object';

/** The context of a rendering. */
export interface RenderContext {
  readonly rendering: Rendering;
  readonly resource: Resource;
  readonly included: Included;
  /** Milliseconds since the epoch, for ages. */
  readonly now: number;
}

const GROUP = 'meta.k8s.io';
const VERSIONS: ReadonlySet<string> = new Set(['v1', 'v1beta1']);
const ALPHA: ReadonlySet<string> = new Set(['v1alpha1']);
const SHAPES: ReadonlyMap<string, Rendering['shape']> = new Map([
  ['table', 'table'],
  ['partialobjectmetadata', 'metadata'],
  ['partialobjectmetadatalist', 'metadata'],
]);

/** The versions of these shapes in a dialect. */
export function renderingVersions(choices: DialectChoices): ReadonlySet<string> {
  return choices['media-types.renderings'] === 'alpha-only' ? ALPHA : VERSIONS;
}

/**
 * The rendering that the parameters of a media type request; `undefined` if none of `versions` matches. All of them
 * in lower case.
 */
export function renderingNamed(
  parameters: ReadonlyMap<string, string>,
  versions: ReadonlySet<string>,
): Rendering | undefined {
  const shape = SHAPES.get(parameters.get('as') ?? '');
  const version = parameters.get('v') ?? '';
  if (shape === undefined || parameters.get('g') !== GROUP || !versions.has(version)) return undefined;
  return { shape, apiVersion: `${GROUP}/${version}` };
}

interface List {
  readonly metadata: object;
  readonly items: readonly ApiObject[];
}

/** An object or a list of objects in that shape. */
export function rendered(response: HandlerResponse, context: RenderContext): HandlerResponse {
  const value = response.value() as ApiObject | List;
  return valueResponse(
    response.code,
    'items' in value ? renderedList(value as List, context) : renderedObject(value as ApiObject, context),
  );
}

function renderedList({ metadata, items }: List, context: RenderContext): object {
  if (context.rendering.shape === 'table') return table(metadata, items, context);
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion: context.rendering.apiVersion,
    metadata,
    items: items.map((object) => partial(object, context)),
  };
}

function renderedObject(object: ApiObject, context: RenderContext): object {
  const { resourceVersion, selfLink } = object.metadata;
  return context.rendering.shape === 'table'
    ? table({ selfLink, resourceVersion }, [object], context)
    : partial(object, context);
}

function partial({ metadata }: ApiObject, { rendering: { apiVersion } }: RenderContext): object {
  return { kind: 'PartialObjectMetadata', apiVersion, metadata };
}

const NAME: PrintedColumn = { name: 'Name', type: 'string', cell: ({ metadata }) => metadata.name ?? '' };

function table(metadata: object, objects: readonly ApiObject[], context: RenderContext): object {
  const between = columnsOf(context.resource);
  const age: PrintedColumn = { name: 'Age', type: 'string', cell: (object) => ageOf(object, context.now) };
  const columns = [
    NAME,
    ...between.filter((column) => column.wide !== true),
    age,
    ...between.filter((column) => column.wide === true),
  ];
  return {
    kind: 'Table',
    apiVersion: context.rendering.apiVersion,
    metadata,
    columnDefinitions: columns.map((column) => ({
      name: column.name,
      type: column.type,
      format: column === NAME ? 'name' : '',
      description: '',
      priority: column.wide === true ? 1 : 0,
    })),
    rows: objects.map((object) => ({
      cells: columns.map(({ cell }) => cell(object)),
      object: includedPart(object, context),
    })),
  };
}

function includedPart(object: ApiObject, context: RenderContext): object | null {
  if (context.included === 'None') return null;
  return context.included === 'Object' ? object : partial(object, context);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ages in the form of command lines: `7s`, `12m`, `30h`, `9d`. */
function ageOf({ metadata: { creationTimestamp } }: ApiObject, now: number): string {
  const created = Date.parse(creationTimestamp ?? '');
  if (Number.isNaN(created)) return '<unknown>';
  const age = Math.max(0, now - created);
  if (age < 2 * MINUTE) return `${Math.floor(age / SECOND)}s`;
  if (age < 3 * HOUR) return `${Math.floor(age / MINUTE)}m`;
  return age < 2 * DAY ? `${Math.floor(age / HOUR)}h` : `${Math.floor(age / DAY)}d`;
}

/** Events of a watch with their objects in that shape; ERROR events stay unchanged. */
export function renderedStream(stream: EventStream, context: RenderContext, now: () => number): EventStream {
  return {
    ...stream,
    frame: (entry, type, resource) => {
      const object = renderedObject(shownObject(entry, resource), { ...context, now: now() });
      return Buffer.from(`${JSON.stringify({ type, object })}\n`);
    },
  };
}
