import {
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  STRATEGIC_MERGE_PATCH_TYPE,
  YAML_TYPE,
} from '../../../../spec/surface/media-types.ts';
import { operationFor, type Verb } from '../../../../spec/surface/operations.ts';
import type { Resource } from '../../../../spec/surface/resources.ts';
import type { FaultyRequest } from '../../fault.ts';

/** A kind of write. */
export interface WriteForm {
  /** The part of a fault's name that stands for this write. */
  readonly id: string;
  /** The words for this write in summaries. */
  readonly title: string;
  readonly verb: Verb;
  /** Id of the clause about the effect of the write. */
  readonly clause: string;
  /** The patch type, of a patch. */
  readonly mediaType?: string;
  /** The media type of its body, a whole object, if the write is limited to one. */
  readonly form?: string;
}

const PATCHES = [
  ['json-patch', 'a JSON patch', JSON_PATCH_TYPE],
  ['merge-patch', 'a merge patch', MERGE_PATCH_TYPE],
  ['strategic-patch', 'a strategic merge patch', STRATEGIC_MERGE_PATCH_TYPE],
] as const;

const STATUS_CLAUSE = 'what-the-service-does.additional-operations';

export const POST: WriteForm = {
  id: 'post',
  title: 'a POST',
  verb: 'create',
  clause: 'what-the-service-does.desired-state',
};
export const PUT: WriteForm = { id: 'put', title: 'a PUT', verb: 'replace', clause: 'semantics.1.1' };
const MAIN_PATCHES: readonly WriteForm[] = PATCHES.map(([id, title, mediaType]) => ({
  id,
  title,
  verb: 'patch',
  clause: 'semantics.4.1',
  mediaType,
}));
export const STATUS_PUT: WriteForm = {
  id: 'status-put',
  title: 'a PUT of the status',
  verb: 'replaceStatus',
  clause: STATUS_CLAUSE,
};
const STATUS_PATCHES: readonly WriteForm[] = PATCHES.map(([id, title, mediaType]) => ({
  id: `status-${id}`,
  title: `${title} of the status`,
  verb: 'patchStatus',
  clause: STATUS_CLAUSE,
  mediaType,
}));

/** Creates and PUTs in one media type, which a server may validate separately. */
export const YAML_WRITES: readonly WriteForm[] = [POST, PUT].map((write) => ({
  ...write,
  id: `yaml-${write.id}`,
  title: `${write.title} in YAML`,
  form: YAML_TYPE,
}));

/** The writes of metadata and spec. */
export const MAIN_WRITES: readonly WriteForm[] = [POST, PUT, ...MAIN_PATCHES];
/** The writes of a status. */
export const STATUS_WRITES: readonly WriteForm[] = [STATUS_PUT, ...STATUS_PATCHES];

export function isPost({ verb }: WriteForm): boolean {
  return verb === POST.verb;
}

export function isPatch({ mediaType }: WriteForm): boolean {
  return mediaType !== undefined;
}

export function isStrategic({ mediaType }: WriteForm): boolean {
  return mediaType === STRATEGIC_MERGE_PATCH_TYPE;
}

/** Whether the tables have the write for the resource: servers may lack all others. */
export function isTabulated(write: WriteForm, resource: Resource): boolean {
  return operationFor(resource.id, write.verb)?.tabulated === true;
}

/** Id of the operation, as the tables have it. */
export function operationIdOf({ verb }: WriteForm, resource: Resource): string {
  return operationFor(resource.id, verb)?.id ?? '';
}

/** Whether a request is such a write of such an object. */
export function isWriteOf(request: FaultyRequest, { verb, mediaType, form }: WriteForm, resource: Resource): boolean {
  const wanted = mediaType ?? form;
  return (
    request.call?.verb === verb &&
    request.call.resource?.id === resource.id &&
    (wanted === undefined || request.headers['content-type']?.split(';')[0] === wanted)
  );
}
