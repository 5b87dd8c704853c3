import type { JsonObject } from '../../shared/json.ts';

/** Delete options that remove an object of any kind at once, and leave its dependants to the garbage collector. */
export const AT_ONCE: JsonObject = { gracePeriodSeconds: 0, propagationPolicy: 'Background' };
