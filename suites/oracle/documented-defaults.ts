import type { Answers } from '../../spec/dialects/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { JsonObject } from './json.ts';

/** The object with every default that the document states filled in; members that are there stay as they are, null counts as absent. */
export declare function withDocumentedDefaults(resource: Resource, object: JsonObject, answers: Answers): JsonObject;
/** The default pull policy of an image (document, Container: `Always` where the tag is `latest`, else `IfNotPresent`). */
export declare function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent';
