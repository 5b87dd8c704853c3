export type { SampleOptions } from './legal-object.ts';
export { legalObject, legalStatus } from './legal-object.ts';
export type { Place, Value, ValueObject } from './place.ts';
