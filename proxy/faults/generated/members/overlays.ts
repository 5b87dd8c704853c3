import { everyObject, metadataOf } from '../../bend.ts';
import type { FaultyRequest, Bendable, FaultyResponse, WatchFrame } from '../../fault.ts';

type BendObject = (object: Bendable) => void;

/** How single objects are shown otherwise than they are stored, by their uid. */
export class Overlays {
  readonly #bends = new Map<string, BendObject>();

  /** From here on the object is shown bent. */
  set(object: unknown, bend: BendObject): void {
    const { uid } = metadataOf(object);
    if (typeof uid === 'string') this.#bends.set(uid, bend);
  }

  /** From here on the object is shown as it is stored. */
  delete(object: unknown): void {
    this.#bends.delete(String(metadataOf(object)['uid']));
  }

  /** Hooks that show every object so. */
  readonly shown: {
    response: (response: FaultyResponse, request: FaultyRequest) => void;
    event: (frame: WatchFrame, request: FaultyRequest) => readonly WatchFrame[];
  } = everyObject((object) => {
    this.#bends.get(String(metadataOf(object)['uid']))?.(object);
  });
}
