import type { Fault } from '../../fault.ts';
import type { Which } from '../../requests.ts';
import { asking } from '../../ways.ts';

/** Hooks that return JSON to some requests, whatever type these accept. */
export function returningJson(which: Which): Fault['hooks'] {
  return asking(which, (request) => {
    request.headers['accept'] = 'application/json';
  });
}
