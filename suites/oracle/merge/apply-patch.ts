import type { Json } from '../json.ts';
import type { Patched } from './refusal.ts';

/** What a patch of that media type makes of a document; `schema` is the type id of the document (`resource.schema`). */
export declare function applyPatch(mediaType: string, document: Json, patch: Json, schema: string): Patched;
