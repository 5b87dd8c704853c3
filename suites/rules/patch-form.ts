import type { Template } from './rule.ts';

/** A patch, in one of the three media types. */
export interface PatchForm {
  readonly contentType: string;
  readonly body: Template;
}
