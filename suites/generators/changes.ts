import type { Arbitrary } from 'fast-check';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Edit } from '../drivers/program.ts';

/** Edits that a PUT may make to an object of that resource; at least one, and each changes what is stored when `round` differs. */
export declare function changeOf(resource: Resource): Arbitrary<readonly Edit[]>;
