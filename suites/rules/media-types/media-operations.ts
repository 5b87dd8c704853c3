import type { Operation } from '../../../spec/surface/operations.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';

/** Every operation whose answer is one body: all but the `/watch/` paths. */
export const ANSWERING: readonly Operation[] = OPERATIONS.filter(({ verb }) => !verb.startsWith('watch'));

/** Those of them that answer an object or a list of objects of the API. */
export const SHOWING: readonly Operation[] = ANSWERING.filter(({ verb }) => verb !== 'discover' && !verb.startsWith('delete'));

/** Those that take a resource as their body. */
export const TAKING: readonly Operation[] = OPERATIONS.filter(({ body, resource }) => resource !== undefined && body !== 'none' && body !== 'Patch' && body !== 'DeleteOptions');
