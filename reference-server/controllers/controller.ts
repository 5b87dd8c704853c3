import type { ObjectChange } from '../objects/stored-object.ts';

/** Acts on changes of the store in the background. It sees every change, in order, and must not throw. */
export interface Controller {
  see(change: ObjectChange): void;
  /** It has seen everything up to that revision, including the initial objects. */
  caughtUp?(revision: number): void;
}
