export { legalObject, legalStatus } from './legal-object.ts';
