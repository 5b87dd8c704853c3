import type { Arbitrary } from 'fast-check';
import type { Resource } from '../../spec/surface/resources.ts';
import type { JsonObject } from '../oracle/json.ts';

/** Values of `status` that every conformant server stores as sent by the /status path; only for resources with `hasStatus`. */
export declare function statusOf(resource: Resource): Arbitrary<JsonObject>;
