export type { SampleOptions } from './legal-object.ts';
export { legalObject, legalStatus } from './legal-object.ts';
export type { SamplePosition, Value, ValueObject } from './sample-position.ts';
