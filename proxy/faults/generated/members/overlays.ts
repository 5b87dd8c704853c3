import { everyObject, metadataOf } from '../../bend.ts';
import type { FaultyRequest, Bendable, FaultyResponse, WatchFrame } from '../../fault.ts';

type BendObject = (object: Bendable) => void;

/** Objects that are shown differently than they are stored, by uid. */
export class Overlays {
  readonly #bends = new Map<string, BendObject>();

  /** The object is shown changed from now on. */
  set(object: unknown, bend: BendObject): void {
    const { uid } = metadataOf(object);
    if (typeof uid === 'string') this.#bends.set(uid, bend);
  }

  /** The object is shown as stored from now on. */
  delete(object: unknown): void {
    this.#bends.delete(String(metadataOf(object)['uid']));
  }

  /** Hooks that show every object with its change. */
  readonly shown: {
    response: (response: FaultyResponse, request: FaultyRequest) => void;
    event: (frame: WatchFrame, request: FaultyRequest) => readonly WatchFrame[];
  } = everyObject((object) => {
    this.#bends.get(String(metadataOf(object)['uid']))?.(object);
  });
}
