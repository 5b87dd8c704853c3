import type { Arbitrary } from 'fast-check';
import type { Resource } from '../../spec/surface/resources.ts';
import type { JsonObject } from '../oracle/json.ts';

export interface ObjectOptions {
  /** Template of the name; default `{{a}}`. */
  readonly name?: string;
  /** Labels that the object carries instead of generated ones. */
  readonly labels?: JsonObject;
}

/** Objects of that resource that every conformant server accepts and that nothing acts on: rich in optional members, explicit zeros and empty texts. */
export declare function objectOf(resource: Resource, options?: ObjectOptions): Arbitrary<JsonObject>;
