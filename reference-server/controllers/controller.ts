import type { ObjectChange } from '../objects/stored-object.ts';

/** Something that acts on changes of the store, in the background. It sees every change, in order, and must not throw. */
export interface Controller {
  see(change: ObjectChange): void;
  /** It has seen everything up to that revision, what was there from the start included. */
  caughtUp?(revision: number): void;
}
