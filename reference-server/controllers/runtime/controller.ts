import type { ObjectChange } from '../../objects/stored-object.ts';

/** Acts on changes of the store in the background. It sees every change, in order, and must not throw. */
export interface Controller {
  see(change: ObjectChange): void;
  /** Called when the controller has seen all changes up to that revision, including the initial objects. */
  caughtUp?(revision: number): void;
}
